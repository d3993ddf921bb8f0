import { describe, expect, it } from 'vitest';
import { toYaml } from '../../../src/base/text/yaml.js';
import { buildKustomization } from '../../../src/output/kustomize/build.js';
import type { JsonObject } from '../../../src/base/model/schema.js';

function built(files: Readonly<Record<string, string>>): ReturnType<typeof buildKustomization> {
  return buildKustomization('config/default', (path) => files[path]);
}

function objectIn(files: Readonly<Record<string, string>>, kind: string): JsonObject | undefined {
  return built(files).objects.find(({ object }) => object['kind'] === kind)?.object;
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: manager, namespace: system}
spec:
  template:
    spec:
      serviceAccountName: robot
      containers:
      - {name: manager, image: 'controller:1', args: [--one], env: [{name: A, value: a}]}
`;
const robot = '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: robot, namespace: system}\n';

function withDeployment(kustomization: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    'config/default/kustomization.yaml': `resources: [all.yaml]\nnamePrefix: release-\nnamespace: here\n${kustomization}`,
    'config/default/all.yaml': deployment + robot,
    ...more,
  };
}

const container = (object: JsonObject | undefined): unknown =>
  (object as { spec: { template: { spec: { containers: unknown[] } } } }).spec.template.spec.containers[0];

describe('a kustomization', () => {
  it('gives names and namespaces to objects, and to what refers to them', () => {
    const object = objectIn(withDeployment(''), 'Deployment');
    expect(object).toMatchObject({
      metadata: { name: 'release-manager', namespace: 'here' },
      spec: { template: { spec: { serviceAccountName: 'release-robot' } } },
    });
  });

  it('keeps the prefix of an inner kustomization', () => {
    const files = withDeployment('');
    const outer = { ...files, 'config/default/kustomization.yaml': 'namePrefix: release-\nresources: [../inner]\n' };
    const inner = { 'config/inner/kustomization.yaml': 'namePrefix: inner-\nresources: [../default/all.yaml]\n' };
    expect(objectIn({ ...outer, ...inner }, 'ServiceAccount')).toMatchObject({
      metadata: { name: 'release-inner-robot' },
    });
  });

  it.each([
    [
      'a strategic merge patch',
      'patches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: manager, namespace: system}\n    spec: {template: {spec: {containers: [{name: manager, env: [{name: B, value: b}]}]}}}\n',
      {
        env: [
          { name: 'B', value: 'b' },
          { name: 'A', value: 'a' },
        ],
        args: ['--one'],
      },
    ],
    [
      'a patch that deletes an item',
      'patches:\n- target: {kind: Deployment}\n  patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: any}\n    spec: {template: {spec: {containers: [{name: manager, env: [{name: A, $patch: delete}]}]}}}\n',
      { env: [], args: ['--one'] },
    ],
    [
      'a JSON patch',
      'patches:\n- target: {kind: Deployment, name: manager}\n  patch: |\n    - {op: add, path: /spec/template/spec/containers/0/args/-, value: --two}\n    - {op: replace, path: /spec/template/spec/containers/0/args/0, value: --zero}\n',
      { args: ['--zero', '--two'] },
    ],
    [
      'a patch of a pattern and a selector',
      'patches:\n- target: {kind: De.*t, name: "(?i)MANAGER|other", labelSelector: "!a,b!=c", annotationSelector: "d notin (e, f)"}\n  patch: |\n    - {op: add, path: /spec/template/spec/containers/0/args/-, value: --two}\n',
      { args: ['--one', '--two'] },
    ],
    ['an image', 'images: [{name: controller, newName: example.com/op, newTag: "2"}]', { image: 'example.com/op:2' }],
    [
      'the suffix of a tag',
      'images: [{name: controller, newName: example.com/op, tagSuffix: -fips}]',
      { image: 'example.com/op:1-fips' },
    ],
    [
      'a tag and a digest',
      'images: [{name: controller, newTag: "2", digest: sha256:a}]',
      { image: 'controller:2@sha256:a' },
    ],
    [
      'a replacement that adds a variable',
      'replacements:\n- source: {kind: ServiceAccount, fieldPath: metadata.name}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ["spec.template.spec.containers.[name=manager].env.[name=ME].value"]\n    options: {create: true}\n',
      {
        env: [
          { name: 'A', value: 'a' },
          { name: 'ME', value: 'release-robot' },
        ],
      },
    ],
  ])('applies %s', (_, kustomization, expected) => {
    const files = withDeployment(kustomization);
    expect(built(files).isWhole).toBe(true);
    expect(container(objectIn(files, 'Deployment'))).toMatchObject(expected);
  });

  it('changes one place of what an alias repeats', () => {
    const pod = (text: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: pod, labels: &one {a: b}, annotations: *one}\n${text}`;
    const files = withDeployment(
      'labels: [{pairs: {team: red}}]\npatches: [{target: {kind: Pod}, patch: "[{op: add, path: /spec/other/-, value: c}]"}]\n',
      { 'config/default/all.yaml': pod('spec: {list: &list [a], other: *list}\n') },
    );
    expect(built(files).isWhole).toBe(true);
    expect(objectIn(files, 'Pod')).toMatchObject({
      metadata: { labels: { a: 'b', team: 'red' }, annotations: { a: 'b' } },
      spec: { list: ['a'], other: ['a', 'c'] },
    });
    expect(objectIn(files, 'Pod')).not.toHaveProperty('metadata.annotations.team');
  });

  it('gives each object its own copy of a patch', () => {
    const patch = 'kind: Deployment\n    metadata: {name: any}\n    spec: {list: [{a: b}]}\n';
    const files = withDeployment(
      `patches:\n- target: {kind: Deployment}\n  patch: |\n    ${patch}- target: {kind: Deployment, name: other}\n  patch: '[{op: add, path: /spec/list/0/c, value: d}]'\n`,
      {
        'config/default/all.yaml': `${deployment}---\n${deployment.replace('name: manager, namespace', 'name: other, namespace')}`,
      },
    );
    expect(built(files).objects.map(({ object }) => (object as { spec: { list: unknown } }).spec.list)).toEqual([
      [{ a: 'b' }],
      [{ a: 'b', c: 'd' }],
    ]);
  });

  it('refuses aliases that expand to too much', () => {
    const large = Array.from({ length: 90_000 }, () => 'a').join(', ');
    const repeated = Array.from({ length: 60 }, () => '*a').join(', ');
    const files = withDeployment('', { 'config/default/all.yaml': `kind: A\na: &a [${large}]\nb: [${repeated}]\n` });
    expect(built(files)).toMatchObject({ isWhole: false, objects: [] });
  });

  it('keeps whole numbers exactly, as Kubernetes reads them', () => {
    const numbers = 'max: 9223372036854775807, odd: -9007199254740993, mode: 0644, small: 5, list: [9007199254740995]';
    const files = withDeployment(
      'patches:\n- target: {kind: Own}\n  patch: |\n    - {op: test, path: /spec/odd, value: -9007199254740993}\n    - {op: add, path: /spec/added, value: 9007199254740997}\n    - {op: copy, from: /spec/max, path: /spec/copied}\n',
      { 'config/default/all.yaml': `apiVersion: e.io/v1\nkind: Own\nmetadata: {name: own}\nspec: {${numbers}}\n` },
    );
    expect(built(files).isWhole).toBe(true);
    const text = toYaml(objectIn(files, 'Own')?.['spec']);
    expect(text).toBe(
      '---\nmax: 9223372036854775807\nodd: -9007199254740993\nmode: 420\nsmall: 5\nlist:\n- 9007199254740995\nadded: 9007199254740997\ncopied: 9223372036854775807\n',
    );
  });

  it('puts the items of a strategic merge patch first, in their order', () => {
    const files = withDeployment(
      "patches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: manager}\n    spec: {template: {spec: {containers: [{name: manager, tty: true}, {name: proxy, image: envoy}]}}}\n- target: {kind: Deployment}\n  patch: '[{op: add, path: /spec/template/spec/containers/0/args/-, value: --two}]'\n",
    );
    expect(built(files).isWhole).toBe(true);
    expect(container(objectIn(files, 'Deployment'))).toMatchObject({ name: 'manager', args: ['--one', '--two'] });
  });

  it('puts parts of a name where a delimiter says', () => {
    const certificate = 'apiVersion: c.io/v1\nkind: Certificate\nmetadata: {name: cert}\nspec: {dnsNames: [A.B.svc]}\n';
    const replacement = (field: string, index: number): string =>
      `- source: {kind: ServiceAccount, fieldPath: .metadata.${field}}\n  targets:\n  - select: {kind: Certificate}\n    fieldPaths: [.spec.dnsNames.0, '.metadata.annotations.[a.io/from]']\n    options: {delimiter: ., index: ${index}, create: true}\n`;
    const files = withDeployment(`replacements:\n${replacement('name', 0)}${replacement('namespace', 1)}`, {
      'config/default/all.yaml': `${deployment}${robot}---\n${certificate}`,
    });
    expect(objectIn(files, 'Certificate')).toMatchObject({
      metadata: { annotations: { 'a.io/from': 'release-robot.here' } },
      spec: { dnsNames: ['release-robot.here.svc'] },
    });
  });

  it('adds labels to selectors and templates with includeSelectors', () => {
    const files = withDeployment('labels: [{pairs: {team: red}, includeSelectors: true}]\ncommonAnnotations: {a: b}\n');
    expect(objectIn(files, 'Deployment')).toMatchObject({
      metadata: { labels: { team: 'red' }, annotations: { a: 'b' } },
      spec: { selector: { matchLabels: { team: 'red' } }, template: { metadata: { labels: { team: 'red' } } } },
    });
  });

  it.each([
    ['secretGenerator: [{name: x}]', ['Secret']],
    ['bases: [https://example.com/more.yaml]', ['']],
    ["patches: [{target: {name: 'man('}, patch: '[]'}]", ['']],
    ['patches: [{path: missing.yaml}]', ['']],
    ['replacements: [{source: {kind: Nothing}}]', ['']],
  ])('is not whole with what is not evaluated: %s', (kustomization, hidden) => {
    expect(built(withDeployment(kustomization))).toMatchObject({ isWhole: false, hidden });
  });

  it('copies the sourceValue of a replacement', () => {
    const files = withDeployment(
      'replacements: [{sourceValue: given, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.labels.a], options: {create: true}}]}]',
    );
    expect(built(files).isWhole).toBe(true);
    expect(objectIn(files, 'Deployment')).toMatchObject({ metadata: { labels: { a: 'given' } } });
  });

  it('copies a reference as the file has it, as kustomize does', () => {
    const files = withDeployment(
      'replacements:\n- source: {kind: Deployment, fieldPath: spec.template.spec.serviceAccountName}\n  targets:\n  - select: {kind: ServiceAccount}\n    fieldPaths: ["metadata.annotations.[from]"]\n    options: {create: true}\n',
    );
    expect(objectIn(files, 'ServiceAccount')).toMatchObject({
      metadata: { name: 'release-robot', annotations: { from: 'robot' } },
    });
  });

  it('ends if folders include each other', () => {
    const files = {
      'config/default/kustomization.yaml': 'resources: [../other]\n',
      'config/other/kustomization.yaml': 'resources: [../default]\n',
    };
    expect(built(files).objects).toEqual([]);
  });
});
