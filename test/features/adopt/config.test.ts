import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject, lanternCrd } from '../../support/go-project.js';
import { problemsOf, testFolder, type TestProject } from '../../support/projects.js';
import { temporaryFolder, type Tree } from '../../support/tree.js';

await readGoCode();

/** The messages of a code, each with its help. */
function found({ diagnostics }: Outcome, code: Diagnostic['code']): readonly (readonly [string, string])[] {
  return diagnostics.filter((each) => each.code === code).map(({ message, help }) => [message, help ?? '']);
}

async function adopted(files: Tree): Promise<TestProject & { readonly outcome: Outcome }> {
  const project = testFolder(files);
  const outcome = await project.adopt();
  expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { ...project, outcome };
}

const files = goProject;
const kustomization = 'config/default/kustomization.yaml';
const crdFile = 'config/crd/bases/light.shop.example_lanterns.yaml';

describe('the report on config/', () => {
  it('has each file once, with what happens to it', async () => {
    const { outcome } = await adopted(files);
    const listed = new Map(found(outcome, 'config-files'));
    expect(listed.get('files in config/ that stay as they are: 2')).toBe(
      'config/rbac/service_account.yaml, config/samples/light_v1_lantern.yaml',
    );
    expect(listed.get('files in config/ that stay, with changes: 1')).toBe('config/manager/manager.yaml');
    expect(listed.get('files in config/ that are generated from the sources from now on: 2')).toBe(
      `${crdFile}, config/rbac/role.yaml`,
    );
    const added = [...listed].find(([message]) => message.startsWith('files in config/ that are new'));
    expect(added?.[1]).toContain('config/crd/kustomization.yaml');
  });

  it('names hidden files that are not copied', async () => {
    const from = temporaryFolder({ ...files, 'config/.secret.yaml': 'a: 1\n' });
    const project = testFolder();
    const outcome = await project.adopt({ from });
    expect(found(outcome, 'config-files')).toContainEqual([
      'files in config/ that are not in the new project: 1',
      'config/.secret.yaml',
    ]);
  });

  it('lists all differences of a generated file, whose edits are lost', async () => {
    const role = files['config/rbac/role.yaml']!;
    const kinds = Array.from({ length: 12 }, (_, index) => `  - kind${index}\n`).join('');
    const project = await adopted({
      ...files,
      'config/rbac/role.yaml': `${role}- apiGroups:\n  - example.org\n  resources:\n${kinds}  verbs:\n  - get\n`,
    });
    const differs = project.outcome.diagnostics.find(({ code }) => code === 'role-differs');
    expect(differs?.lines).toHaveLength(12);
    expect(differs?.lines?.[11]).toBe('- get kind11.example.org');
  });
});

describe('definitions in other folders of config/', () => {
  const { [crdFile]: definition, ...others } = files;
  const components = {
    ...others,
    'config/components/crd/kustomization.yaml': 'resources:\n- lanterns.yaml\n',
    'config/components/crd/lanterns.yaml': definition!,
    [kustomization]: 'namePrefix: lantern-\nresources:\n- ../components/crd\n',
  };

  it('are compared with the generated ones, and are not listed twice in config/default', async () => {
    const project = await adopted(components);
    expect(parse(project.read(kustomization))).toEqual({ namePrefix: 'lantern-', resources: ['../components/crd'] });
    expect(found(project.outcome, 'generated-equal')[0]?.[1]).toContain(crdFile);
    expect(found(project.outcome, 'config-changed').map(([message]) => message)).toContain(
      'config/components/crd/kustomization.yaml is written with ../../crd in place of lanterns.yaml',
    );
    const again = await project.manifests();
    expect(again.plan.files.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  });

  it('are not listed twice in a kustomization with bases', async () => {
    const text = 'namePrefix: lantern-\nbases:\n- ../crd\n';
    const project = await adopted({ ...files, [kustomization]: text });
    expect(project.read(kustomization)).toBe(text);
  });
});

describe('the files of the Go project', () => {
  it('that other tools check are not checked by those of the new project', async () => {
    const project = await adopted({
      ...files,
      'docs/site.js': 'var x;\n',
      'internal/testdata/a.yaml': 'a:   1\n',
      'hack/tool.mjs': 'x;\n',
    });
    const ignored = project.read('.prettierignore');
    for (const path of ['/docs/', '/hack/', '/internal/testdata/']) expect(ignored).toContain(`${path}\n`);
    expect((JSON.parse(project.read('.oxlintrc.json')) as { ignorePatterns: string[] }).ignorePatterns).toEqual([
      'node_modules',
      'dist',
      'vendor',
      '/docs/',
      '/hack/',
      '/internal/testdata/',
    ]);
  });
});

describe('projects with images', () => {
  const plugin = (options: string): string =>
    `  deploy-image.go.kubebuilder.io/v1-alpha:\n    resources:\n    - {domain: shop.example, group: light, kind: Lantern, version: v1, options: ${options}}\n`;
  const withPlugin = (options: string): string =>
    files['PROJECT']!.replace('plugins:\n', () => `plugins:\n${plugin(options)}`);
  const status = `          status:
            type: object
            properties:
              conditions:
                type: array
                items: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;
  const sized = lanternCrd()
    .replace('                minimum: 0\n', '')
    .replaceAll('brightness', 'size')
    .replace('          spec:\n', `${status}          spec:\n`);
  const options = '{image: "candle:1", containerCommand: "burn,--slow", runAsUser: "1001"}';

  it('get the controller of create api --image if the types have what it needs', async () => {
    const project = await adopted({ ...files, PROJECT: withPlugin(options), [crdFile]: sized });
    expect(parse(project.read('PROJECT'))).toMatchObject({
      plugins: {
        'deploy-image.operator-gen/v1': {
          resources: [{ kind: 'Lantern', options: { image: 'candle:1', runAsUser: 1001 } }],
        },
      },
    });
    expect(project.read('src/controller/lantern.objects.ts')).toContain("container.command = ['burn', '--slow'];");
    expect(project.read('src/controller/lantern.controller.ts')).toContain("@Rbac({ groups: ['apps']");
    expect(problemsOf(project.outcome)).toContain('permission-added');
  });

  it.each([
    ['without the number of Pods', options, lanternCrd(), 'spec.size is not a number that every object has'],
    ['with an invalid image', '{image: "a b"}', sized, ''],
  ])('%s say so', async (_, given, definition, reason) => {
    const project = await adopted({ ...files, PROJECT: withPlugin(given), [crdFile]: definition });
    expect(found(project.outcome, 'not-carried-over').map(([message]) => message)).toContainEqual(
      expect.stringContaining(`the image of Lantern: ${reason}`),
    );
    expect(project.read('src/controller/lantern.controller.ts')).toContain('.watches(Secret, lanternsOf)');
  });
});

describe('a group of the Kubernetes project', () => {
  const group = (text: string): string => text.replaceAll('shop.example', 'lamps.k8s.io');
  const protectedFiles = Object.fromEntries(Object.entries(files).map(([path, text]) => [group(path), group(text)]));
  const approval = 'api-approved.kubernetes.io';
  const list = 'resources: [bases/light.lamps.k8s.io_lanterns.yaml]\n';
  const crds = 'config/crd/kustomization.yaml';

  it.each([
    [
      'common annotations of config/crd',
      { [crds]: `${list}commonAnnotations: {${approval}: "https://a.example/1"}\n` },
    ],
    [
      'common annotations of config/default',
      {
        [crds]: list,
        [kustomization]: `resources: [../crd]\ncommonAnnotations: {${approval}: "https://a.example/1"}\n`,
      },
    ],
    [
      'a patch',
      {
        [crds]: `${list}patches:\n- target: {kind: CustomResourceDefinition}\n  patch: |-\n    - {op: add, path: /metadata/annotations, value: {${approval}: "https://a.example/1"}}\n`,
      },
    ],
  ])('is approved by %s', async (_what, more) => {
    const project = await adopted({ ...protectedFiles, ...more });
    expect(project.read('src/api/v1/lantern.types.ts')).toContain(`'${approval}': 'https://a.example/1'`);
  });

  it('is refused without an approval, with a remedy for Go code', async () => {
    const { diagnostics } = await testFolder({ ...protectedFiles, [crds]: list }).adopt({ dryRun: true });
    const [problem] = diagnostics.filter(({ code }) => code === 'unapproved-group');
    expect(problem?.help).toContain('+kubebuilder:metadata:annotations=');
    expect(problem?.help).not.toContain('@Metadata');
  });
});

describe('the Lease', () => {
  const main = (value: string): Tree => ({
    ...files,
    'cmd/main.go': files['cmd/main.go']!.replace('"lantern.shop.example"', value),
  });
  const items = (outcome: Outcome): readonly string[] =>
    found(outcome, 'not-carried-over')
      .map(([message]) => message)
      .filter((each) => each.includes('Lease'));

  it('is that of a constant', async () => {
    const names = 'package names\n\nconst DefaultLeaderElectionID = "wick.shop.example"\n';
    const project = await adopted({ ...main('options.id'), 'internal/names/names.go': names });
    expect(project.read('src/main.ts')).toContain("leaderElectionId: 'wick.shop.example'");
    expect(items(project.outcome)).toEqual([]);
  });

  it('is that of the configuration file', async () => {
    const config = `apiVersion: controller-runtime.sigs.k8s.io/v1alpha1\nkind: ControllerManagerConfig\nleaderElection: {leaderElect: true, resourceName: wick.shop.example}\n`;
    const manager = 'config/manager/manager.yaml';
    const project = await adopted({
      ...main('options.id'),
      'config/manager/controller_manager_config.yaml': config,
      [manager]: files[manager]!.replace('- --color=warm', '- --config=controller_manager_config.yaml'),
    });
    expect(project.read('src/main.ts')).toContain("leaderElectionId: 'wick.shop.example'");
    expect(items(project.outcome)).toEqual([]);
  });

  it.each([
    ['in a list', '- --color=warm', '- --leader-election-id=wick'],
    ['in two items', '- --color=warm', '- --leader-election-id\n        - "wick"'],
    ['in a list in one line', /args:[^]*?(?= {8}image)/, 'args: [--leader-elect, "--leader-election-id=wick"]\n'],
  ])('is that of the argument for an operator without code, %s', async (_, before, after) => {
    const manager = 'config/manager/manager.yaml';
    const kept = Object.entries(files).filter(([path]) => !path.endsWith('.go'));
    const project = await adopted({
      ...Object.fromEntries(kept),
      PROJECT: files['PROJECT']!.replace('go.kubebuilder.io/v4', 'helm.sdk.operatorframework.io/v1'),
      [manager]: files[manager]!.replace(before, () => after),
    });
    expect(project.read('src/main.ts')).toContain("leaderElectionId: 'wick'");
    expect(items(project.outcome)).toEqual([]);
    const messages = found(project.outcome, 'not-carried-over').map(([message]) => message);
    expect(messages).toContain('not carried over: the argument --leader-election-id');
    expect(messages).not.toContain('not carried over: the argument --leader-elect');
  });

  it('is in the report if an operator without code has no argument', async () => {
    const kept = Object.entries(files).filter(([path]) => !path.endsWith('.go'));
    const PROJECT = files['PROJECT']!.replace('go.kubebuilder.io/v4', 'ansible.sdk.operatorframework.io/v1');
    const project = await adopted({ ...Object.fromEntries(kept), PROJECT });
    expect(items(project.outcome)).toEqual(['not carried over: the name of a Lease']);
  });

  it('is in the report if it is known only at run time, or several programs have one', async () => {
    const computed = await adopted(main('fmt.Sprintf("lantern-%s", shard)'));
    expect(items(computed.outcome)).toEqual(['not carried over: the name of a Lease']);
    const second = files['cmd/main.go']!.replace('lantern.shop.example', 'candle.shop.example');
    const both = await adopted({ ...files, 'cmd/candle.go': second });
    expect(both.read('src/main.ts')).toContain("leaderElectionId: 'lantern.shop.example'");
    expect(items(both.outcome)).toEqual(['not carried over: the name of a Lease, candle.shop.example']);
  });

  it.each<[what: string, tree: Tree, isWarned: boolean]>([
    ['is computed', main('fmt.Sprintf("lantern-%s", shard)'), true],
    ['is the field of a structure that a function fills', main('settings.Lease.Name'), true],
    [
      'is set by another function, from a file',
      {
        ...main('""'),
        'cmd/settings.go': `package main\n\nfunc merge(given ctrl.Options) ctrl.Options {\n\tgiven.LeaderElectionID = read().Lease\n\treturn given\n}\n`,
      },
      true,
    ],
    ['is known', files, false],
    [
      'is computed, and no leader is elected',
      {
        ...main('settings.Lease.Name'),
        'config/manager/manager.yaml': files['config/manager/manager.yaml']!.replace(
          '--leader-elect',
          '--leader-elect=false',
        ),
      },
      false,
    ],
  ])('is one of the first warnings in the report if it %s', async (_what, tree, isWarned) => {
    const { outcome, read } = await adopted(tree);
    const [, name] = /leaderElectionId: '(.*)'/.exec(read('src/main.ts'))!;
    const message = `the new operator uses the Lease ${name}, but the name that the earlier one uses is known only at run time: with different names, both operators are active at the same time`;
    expect(found(outcome, 'lease-unknown').map(([each]) => each)).toEqual(isWarned ? [message] : []);
    const [, first] = (outcome.digest ?? []).join('\n').split('What differs in what is deployed:\n  ');
    expect(first?.startsWith(message) === true).toBe(isWarned);
  });
});
