import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { few, full } from '../support/few.js';
import { diagnosticPages } from '../support/pages.js';
import { temporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';

const path = await helperForTests();
const checkout = new URL('../..', import.meta.url).pathname;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Runs the built command line with the helper. */
function run(cwd: string, args: readonly string[], options: { input?: string; helper?: string } = {}) {
  const { input = '', helper = path! } = options;
  return execa(process.execPath, [join(checkout, 'bin/operator-gen.js'), ...args], {
    cwd,
    input,
    // In CI, baselines stay as they are.
    env: { OPERATOR_GEN_UPSTREAM: helper, CI: '' },
    reject: false,
  });
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: prod}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: web}
`;

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: queues.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Queue, plural: queues}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.min <= self.max
            properties:
              min: {type: integer, default: 1}
              max: {type: integer}
              name: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: is fixed}]}
`;

const queue = (spec: string) => `apiVersion: example.com/v1
kind: Queue
metadata: {name: it}
spec: ${spec}
`;

describe.skipIf(path === undefined)('verify', () => {
  it('files: the line of each mistake, also of a custom resource whose CRD is in another file', async () => {
    const cwd = folderWith({
      'b.yaml': `${deployment.replace('replicas: 1', 'replicas: -1')}---\n${queue('{min: 5, max: 3}')}`,
      'crds/queue.yaml': crd,
    });
    const { exitCode, stderr } = await run(cwd, ['verify', 'b.yaml', 'crds']);
    expect(stderr).toContain('b.yaml:5:13 - error rejected-by-api-server: the API server rejects Deployment prod/web:');
    expect(stderr).toContain('  5 |   replicas: -1\n    |             ^^');
    expect(stderr).toMatch(/^b\.yaml:16:\d+ - error rejected-by-api-server: .*failed rule: self\.min <= self\.max/m);
    expect(stderr).toContain('2 errors');
    expect(exitCode).toBe(1);
  });

  it('a rule that is too expensive is reported once', async () => {
    const text = crd
      .replace('self.min <= self.max', 'self.names.all(a, self.names.exists(b, a == b))')
      .replace('              max:', '              names: {type: array, items: {type: string}}\n              max:');
    const { stderr } = await run(folderWith({ 'crd.yaml': text }), ['verify', 'crd.yaml']);
    expect(stderr).toMatch(/^crd\.yaml:19:21 - error rejected-by-api-server: .*estimated rule cost exceeds budget/m);
    expect(stderr).toMatch(/^1 error$/m);
  });

  it('the standard input, as YAML, JSON and a list', async () => {
    const cwd = folderWith({});
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Wrong' } };
    for (const input of [
      JSON.stringify(config),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [config] }, null, 2),
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Wrong}',
    ]) {
      const { exitCode, stderr } = await run(cwd, ['verify', '-'], { input });
      expect(stderr).toMatch(/^<stdin>:\d+:\d+ - error rejected-by-api-server: .*\(metadata\.name\)$/m);
      expect(exitCode).toBe(1);
    }
    expect.assertions(6);
  });

  it('what the API server accepts', async () => {
    const { exitCode, stdout, stderr } = await run(folderWith({ 'a.yaml': deployment }), ['verify', '.']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(/^The API server of Kubernetes 1\.36\.\d+ would accept 1 object\.$/);
  });

  it('a kustomization is built, and its mistakes are shown in the files that it is built from', async () => {
    const cwd = folderWith({
      'base/web.yaml': deployment.replace('image: web', 'image: ""'),
      'base/kustomization.yaml': 'resources: [web.yaml]',
      'prod/kustomization.yaml': 'namePrefix: my-\nresources: [../base]',
      'parts/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: []',
    });
    const { stderr } = await run(cwd, ['verify', 'prod']);
    expect(stderr).toMatch(/^base\/web\.yaml:11:28 - error rejected-by-api-server: .*Deployment prod\/my-web/m);
    const all = await run(cwd, ['verify', '.']);
    expect(all.stderr).toMatch(/\n1 error$/);
    const json = await run(cwd, ['verify', 'prod/kustomization.yaml', '--output', 'json']);
    expect((JSON.parse(json.stdout) as { diagnostics: unknown[] }).diagnostics).toHaveLength(1);
  });

  it('an older minor version is emulated', async () => {
    const cwd = folderWith({ 'a.yaml': deployment });
    expect((await run(cwd, ['verify', 'a.yaml', '--kubernetes', '1.34'])).stderr).toContain('Kubernetes 1.34 would');
    const { exitCode, stderr } = await run(cwd, ['verify', 'a.yaml', '--kubernetes', '1.2']);
    expect(stderr).toContain('error unsupported-kubernetes-version: Kubernetes 1.2 cannot be emulated:');
    expect(exitCode).toBe(2);
  });

  it('needs the helper', async () => {
    const cwd = folderWith({ 'a.yaml': deployment });
    const none = await run(cwd, ['verify', 'a.yaml'], { helper: 'none' });
    expect(none.stderr).toContain('error exact-verdict-unavailable');
    const broken = await run(cwd, ['verify', 'a.yaml'], { helper: '/bin/false' });
    expect(broken.stderr).toContain('error upstream-failed');
    expect([none.exitCode, broken.exitCode]).toEqual([1, 1]);
  });

  it('pipes, links and folders that are read in another way', async () => {
    const cwd = folderWith({ 'a/x.yaml': deployment, 'chart/Chart.yaml': '', 'chart/templates/x.yaml': '{{ x }}' });
    await execa('mkfifo', [join(cwd, 'a/pipe.yaml')]);
    symlinkSync('/etc/hostname', join(cwd, 'a/link.yaml'));
    expect(await run(cwd, ['verify', 'a'])).toMatchObject({ exitCode: 0 });
    const pipe = await run(cwd, ['verify', 'a/pipe.yaml']);
    expect(pipe.stderr).toContain('error unsupported-file: a/pipe.yaml');
    const chart = await run(cwd, ['verify', '.']);
    expect(chart.stderr).toContain('warning chart-not-rendered: chart is a Helm chart');
    expect(chart.stderr).not.toContain('error');
  });

  it('lists are read as kubectl reads them', async () => {
    const items = [
      '- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a, labels: &l {app: x}}\n  data: {octal: "0777"}',
      '- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b, labels: *l}',
      '- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: c}\n  data:\n    on: on',
    ];
    const cwd = folderWith({ 'a.yaml': `apiVersion: v1\nkind: List\nitems:\n${items.join('\n')}\n` });
    const { stderr } = await run(cwd, ['verify', 'a.yaml']);
    expect(stderr).toContain('1 error');
    expect(stderr).toMatch(/^a\.yaml:1[0-9]:\d+ - error .*ConfigMap c/m);
    writeFileSync(join(cwd, 'a.yaml'), `apiVersion: v1\nkind: List\nitems:\n${items.slice(0, 2).join('\n')}\n`);
    const { stdout } = await run(cwd, ['validate', 'a.yaml', '--output', 'yaml']);
    expect(stdout.match(/app: x/g)).toHaveLength(2);
  });

  it('the same mistake in two files is two', async () => {
    const wrong = deployment.replace('replicas: 1', 'replicas: -1');
    const { stderr } = await run(folderWith({ 'a.yaml': wrong, 'b.yaml': wrong }), ['verify', '.']);
    expect(stderr).toContain('2 errors');
  });

  it('texts with & and * are no aliases', async () => {
    const files = {
      'kustomization.yaml': 'resources: [a.yaml]',
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: cd /x && ls *.txt\n',
    };
    const { stderr } = await run(folderWith(files), ['verify', '.']);
    expect(stderr).toMatch(/would accept 1 object\.$/);
  });

  it('a mistake of a patch is reported in the patch', async () => {
    const cwd = folderWith({
      'base/web.yaml': deployment,
      'base/kustomization.yaml': 'resources: [web.yaml]',
      'prod/kustomization.yaml':
        'resources: [../base]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: replace\n      path: /spec/replicas\n      value: -1\n',
    });
    const { stderr } = await run(cwd, ['verify', 'prod']);
    expect(stderr).toMatch(/^prod\/kustomization\.yaml:7:14 - error rejected-by-api-server: .*spec\.replicas/m);
  });

  it('what git keeps is not read, and links of the project are not followed', async () => {
    const cwd = folderWith({
      'secret.txt': 'x',
      '.git/config': 'password = hunter2',
      'k/kustomization.yaml': 'configMapGenerator: [{name: x, files: [../.git/config]}]',
      'k2/kustomization.yaml': 'resources: [../.git/a.yaml]',
      '.git/a.yaml': 'hunter2',
    });
    symlinkSync('/etc/hostname', join(cwd, 'link.yaml'));
    for (const name of ['k', 'k2', 'link.yaml']) {
      const { exitCode, stderr } = await run(cwd, ['verify', name]);
      expect(exitCode).toBe(1);
      expect(stderr).not.toContain('hunter2');
    }
    expect.assertions(6);
  });

  it('a version of the Pod Security Standards', async () => {
    const label = 'pod-security.kubernetes.io/enforce';
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: prod}\nspec:\n  securityContext: {sysctls: [{name: net.ipv4.tcp_keepalive_time, value: "1"}]}\n  containers: [{name: a, image: a}]\n';
    const verified = async (version: string) => {
      const labels = `{${label}: baseline, ${label}-version: ${version}}`;
      const namespace = `apiVersion: v1\nkind: Namespace\nmetadata: {name: prod, labels: ${labels}}\n`;
      return (await run(folderWith({ 'a.yaml': `${namespace}---\n${pod}` }), ['verify', 'a.yaml'])).stderr;
    };
    expect(await verified('v1.28')).toContain('error pod-security-violation');
    expect(await verified('latest')).not.toContain('error');
    expect(await verified('1.x')).toContain('error rejected-by-api-server');
  });

  it('no objects, and versions that are not served', async () => {
    const nothing = await run(folderWith({}), ['verify', '-']);
    expect(nothing.stderr).toContain('error no-objects');
    const old = 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: a}\n';
    const { exitCode, stderr } = await run(folderWith({ 'a.yaml': old }), ['verify', 'a.yaml']);
    expect(stderr).toContain('a.yaml:1:13 - error rejected-by-api-server');
    expect(exitCode).toBe(1);
  });

  it('of a searched folder, only files with objects', async () => {
    const cwd = folderWith({ 'package.json': '{"name": "x"}', 'values.yaml': 'image: web', 'a.yaml': deployment });
    expect((await run(cwd, ['verify', '.'])).stderr).toMatch(/would accept 1 object\.$/);
    expect((await run(cwd, ['verify', 'values.yaml'])).stderr).toContain('values.yaml:1:1 - error invalid-manifest');
  });

  it('the line of a syntax error', async () => {
    const cwd = folderWith({ 'a.yaml': `${deployment}---\napiVersion: v1\nkind: Pod\nkind: Pod\n` });
    const { stderr } = await run(cwd, ['verify', 'a.yaml']);
    expect(stderr).toContain('a.yaml:15:1 - error invalid-manifest');
    expect(stderr).toContain('  15 | kind: Pod');
  });

  it('the value of a Secret is not shown', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: it}\ndata: {password: hunter2!}\n';
    const { exitCode, stderr } = await run(folderWith({ 'a.yaml': secret }), ['verify', 'a.yaml']);
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain('hunter2');
  });
});

describe.skipIf(path === undefined)('verify reads manifests as kubectl does', () => {
  const config = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

  it.each([
    [
      'a list in a list',
      `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: []}\n`,
      /another list/,
    ],
    ['a list without items', 'apiVersion: v1\nkind: List\n', /has no items/],
    ['a list of no objects', 'apiVersion: v1\nkind: List\nitems: [1]\n', /not an object: 1/],
    ['an object after dashes', `${config('a')}--- {apiVersion: v1, kind: ConfigMap}\n`, /several documents/],
    ['a word after dashes', `${config('a')}---b\n`, /invalid-manifest/],
    ['an object without apiVersion', 'kind: Pod\nmetadata: {name: a}\n', /invalid-manifest: .*apiVersion/],
  ])('%s is refused', async (_, text, reason) => {
    const { stderr, exitCode } = await run(folderWith({ 'a.yaml': text }), ['verify', 'a.yaml']);
    expect(stderr).toMatch(reason);
    expect(exitCode).toBe(1);
  });

  it('comments after dashes, and lists of one kind', async () => {
    const text = `--- # first\n${config('a')}--- \n${config('b')}---\t# last\n`;
    const list = `apiVersion: v1\nkind: ConfigMapList\nitems:\n- {metadata: {name: c}}\n- {metadata: {name: D_}}\n`;
    const { stderr } = await run(folderWith({ 'a.yaml': text, 'b.yaml': list }), ['verify', '.']);
    expect(stderr).toMatch(/^b\.yaml:5:\d+ - error rejected-by-api-server: the API server rejects ConfigMap D_/m);
    expect(stderr).toMatch(/^1 error$/m);
  });

  it('the level of warnings is that of violations, if a namespace has none of its own', async () => {
    const label = 'pod-security.kubernetes.io';
    const namespace = `apiVersion: v1\nkind: Namespace\nmetadata: {name: prod, labels: {${label}/enforce: restricted, ${label}/warn-version: v1.25}}\n`;
    const context = `{runAsNonRoot: true, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}, seLinuxOptions: {type: container_engine_t}}`;
    const pod = deployment.replace('image: web', `image: web, securityContext: ${context}`);
    const { stderr, exitCode } = await run(folderWith({ 'a.yaml': `${namespace}---\n${pod}` }), ['verify', 'a.yaml']);
    expect(stderr).toMatch(/warning pod-security-warning: .*warn: restricted \(v1\.25\).*seLinuxOptions/);
    expect(exitCode).toBe(0);
  });

  it('a long list, each item of which has a mistake', { timeout: 120_000 }, async () => {
    const items = Array.from(
      { length: 5000 },
      (_, index) => `- {apiVersion: v1, kind: ConfigMap, metadata: {name: A${index}}}\n`,
    );
    const cwd = folderWith({ 'a.yaml': `apiVersion: v1\nkind: List\nitems:\n${items.join('')}` });
    const { stderr } = await run(cwd, ['verify', 'a.yaml']);
    expect(stderr).toMatch(/^a\.yaml:1003:\d+ - error/m);
    expect(stderr).toMatch(/^5000 errors$/m);
  });

  it('a kind that is defined twice', async () => {
    const other = crd.replace('max: {type: integer}', 'max: {type: string}');
    const cwd = folderWith({ 'a.yaml': crd, 'b.yaml': other, 'c/a.yaml': crd });
    expect((await run(cwd, ['verify', 'a.yaml', 'b.yaml'])).stderr).toMatch(
      /^b\.yaml:1:1 - warning duplicate-definition/m,
    );
    expect((await run(cwd, ['verify', 'a.yaml', 'c'])).stderr).not.toContain('duplicate-definition');
  });

  it('a kustomization that was asked for and is not built is an error', async () => {
    const cwd = folderWith({ 'a/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n' });
    expect(await run(cwd, ['verify', 'a'])).toMatchObject({ exitCode: 1 });
    expect((await run(cwd, ['verify', '.'])).stderr).toContain('warning kustomization-not-built');
  });

  full('more than a thousand objects of a large definition', async () => {
    const fields = Array.from(
      { length: 3000 },
      (_, index) => `f${index}: {type: string, description: ${'x'.repeat(300)}}`,
    );
    const large = crd.replace(
      '              max:',
      `${fields.map((each) => `              ${each}\n`).join('')}              max:`,
    );
    const objects = Array.from({ length: 1500 }, (_, index) =>
      queue(`{max: ${index}}`).replace('name: it', `name: it${index}`),
    );
    const cwd = folderWith({ 'a.yaml': [large, ...objects].join('---\n') });
    const { stderr } = await run(cwd, ['verify', 'a.yaml']);
    // The one of which `max` is 0 violates the rule.
    expect(stderr).toContain('Queue it0');
    expect(stderr).toMatch(/^1 error$/m);
  });
});

describe.skipIf(path === undefined)('the examples of the pages of diagnostics', () => {
  const others = { 'manager.yaml': '', 'web.yaml': deployment, 'crds.yaml': crd };
  const patch = { 'replicas.yaml': deployment };
  const codes = [
    'api-server-warning',
    'invalid-manifest',
    'kustomization-failed',
    'kustomization-not-built',
    'pod-security-violation',
    'pod-security-warning',
  ];

  it.each(diagnosticPages().filter(({ code }) => codes.includes(code)))('$code', async ({ code, block }) => {
    const verified = async (side: 'wrong' | 'right') => {
      const text = block(`yaml ${side}`)!;
      const name = text.startsWith('# kustomization.yaml') ? 'kustomization.yaml' : 'it.yaml';
      const cwd = folderWith(name === 'it.yaml' ? { [name]: text } : { [name]: text, ...others, ...patch });
      return (await run(cwd, ['verify', name])).stderr;
    };
    expect(await verified('wrong')).toMatch(new RegExp(`(?:error|warning|note) ${code}: `));
    expect(await verified('right')).not.toMatch(/error|warning/);
  });
});

describe.skipIf(path === undefined)('validate', () => {
  it('shows what the API server sets', async () => {
    const cwd = folderWith({ 'crd.yaml': crd, 'it.yaml': queue('{max: 3}') });
    const { exitCode, stdout } = await run(cwd, ['validate', 'it.yaml', '--crd', 'crd.yaml']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Queue it: would be created\n  set: spec.min: 1' });
  });

  it('prints the object as it would be stored', async () => {
    const cwd = folderWith({ 'crd.yaml': crd, 'it.yaml': queue('{max: 3}') });
    const { stdout } = await run(cwd, ['validate', 'it.yaml', '--crd', 'crd.yaml', '--output', 'yaml']);
    expect(stdout).toBe(
      '---\napiVersion: example.com/v1\nkind: Queue\nmetadata:\n  generation: 1\n  name: it\n  namespace: default\nspec:\n  max: 3\n  min: 1',
    );
  });

  it('an update: transition rules, and rules of the kind itself', async () => {
    const cwd = folderWith({
      'crd.yaml': crd,
      'old.yaml': queue('{max: 3, name: a}'),
      'renamed.yaml': queue('{max: 3, name: b}'),
      'larger.yaml': queue('{max: 4, name: a}'),
    });
    const validate = (name: string, ...more: string[]) => run(cwd, ['validate', name, '--crd', 'crd.yaml', ...more]);
    const renamed = await validate('renamed.yaml', '--old', 'old.yaml');
    expect(renamed.stderr).toMatch(/^renamed\.yaml:4:22 - error rejected-by-api-server: .*is fixed/m);
    expect(renamed.exitCode).toBe(1);
    const larger = await validate('larger.yaml', '--old', 'old.yaml');
    expect(larger.stdout).toContain('would be updated');
    expect(await validate('renamed.yaml')).toMatchObject({ exitCode: 0 });
  });

  it('of another version: as it is stored, and an old object with fields that are no more', async () => {
    const version = (name: string, storage: boolean, fields: string) =>
      `  - name: ${name}\n    served: true\n    storage: ${storage}\n    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {text: {type: string}, ${fields}}}}}}\n`;
    const head = crd.slice(0, crd.indexOf('  - name: v1'));
    const cwd = folderWith({
      'crd.yaml': `${head}${version('v1', true, 'size: {type: integer, default: 1}, old: {type: string}')}${version('v2', false, 'only: {type: string, default: x}, size: {type: integer}')}`,
      'new.yaml': queue('{text: a}').replace('/v1', '/v2'),
      'old.yaml': queue('{text: b, old: c, removed: d}'),
    });
    const created = await run(cwd, ['validate', 'new.yaml', '--crd', 'crd.yaml', '--output', 'yaml']);
    // The default of v2 is lost, because v1 is stored, whose default is set.
    expect(created.stdout).toContain('spec:\n  size: 1\n  text: a');
    const updated = await run(cwd, ['validate', 'new.yaml', '--crd', 'crd.yaml', '--old', 'old.yaml']);
    expect(updated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('would be updated') });
  });

  it('a mistake in the old object is shown in its file', async () => {
    const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: ${spec}\n`;
    const cwd = folderWith({ 'a.yaml': pod('{containers: [{name: a, image: a}]}'), 'b.yaml': pod('{wrong: 1}') });
    const { stderr } = await run(cwd, ['validate', 'a.yaml', '--old', 'b.yaml']);
    expect(stderr).toMatch(/^b\.yaml:4:8 - error rejected-by-api-server: .*the old version of Pod a: unknown field/m);
  });

  it('old objects and definitions as kubectl prints them: lists', async () => {
    const listOf = (...items: readonly string[]) =>
      `apiVersion: v1\nkind: List\nitems:\n${items.map((each) => each.replace(/^/, '- ').trimEnd().replaceAll('\n', '\n  ')).join('\n')}\n`;
    const cwd = folderWith({
      'crds.yaml': listOf(crd),
      'old.yaml': listOf(queue('{max: 3, name: a}').replace('name: it', 'name: other'), queue('{max: 3, name: a}')),
      'it.yaml': queue('{max: 3, name: b}'),
    });
    const { stderr, exitCode } = await run(cwd, ['validate', 'it.yaml', '--crd', 'crds.yaml', '--old', 'old.yaml']);
    expect(stderr).toMatch(/^it\.yaml:4:22 - error rejected-by-api-server: .*is fixed/m);
    expect(stderr).toMatch(/^old\.yaml:4:3 - warning unused-old-object: the old Queue other was not used/m);
    expect(stderr).toMatch(/^1 error, 1 warning$/m);
    expect(exitCode).toBe(1);
  });

  it('integers of 64 bits are printed as they are', async () => {
    const spec = 'terminationGracePeriodSeconds: 9007199254740993, containers: [{name: a, image: a}]';
    const cwd = folderWith({ 'a.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {${spec}}\n` });
    const { stdout } = await run(cwd, ['validate', 'a.yaml', '--output', 'yaml']);
    expect(stdout).toContain('terminationGracePeriodSeconds: 9007199254740993\n');
  });

  it('an update of a Job, and of the scope of a CRD', async () => {
    const job = (parallelism: number) =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  parallelism: ${parallelism}\n  template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}\n`;
    const cwd = folderWith({
      'a.yaml': job(1),
      'b.yaml': job(2),
      'crd.yaml': crd,
      'scope.yaml': crd.replace('scope: Namespaced', 'scope: Cluster'),
    });
    const updated = await run(cwd, ['validate', 'b.yaml', '--old', 'a.yaml']);
    expect(updated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('would be updated') as string });
    const scope = await run(cwd, ['validate', 'scope.yaml', '--old', 'crd.yaml']);
    expect(scope.stderr).toContain('field is immutable');
  });

  it('an unknown kind, and a CRD that defines nothing, are errors', async () => {
    const cwd = folderWith({ 'bad.yaml': crd.replace('min <=', 'minimum <='), 'it.yaml': queue('{max: 3}') });
    const unknown = await run(cwd, ['validate', 'it.yaml']);
    expect(unknown.stderr).toContain('error unknown-kind');
    const bad = await run(cwd, ['validate', 'it.yaml', '--crd', 'bad.yaml']);
    expect(bad.stderr).toMatch(/^bad\.yaml:19:25 - error rejected-by-api-server: [^{]*undefined field 'minimum'/m);
    expect([unknown.exitCode, bad.exitCode]).toEqual([1, 1]);
  });
});

describe.skipIf(path === undefined)('check verifies the kustomizations of a project', () => {
  function project(): string {
    const folder = temporaryFolder();
    const filter = (from: string): boolean => basename(from) !== 'node_modules';
    cpSync(join(checkout, 'examples/vmgroup'), folder, { recursive: true, filter });
    return folder;
  }

  function edit(folder: string, name: string, from: string | RegExp, to: string): void {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(folder, name), text.replace(from, to));
  }

  it('and counts those in the baseline, which are removed when the API server has accepted them', async () => {
    const cwd = project();
    edit(cwd, 'config/manager/manager.yaml', /replicas: 1/, 'replicas: -1');
    expect(await run(cwd, ['check', '--write-baseline'])).toMatchObject({ exitCode: 0 });
    const known = await run(cwd, ['check', '--strict']);
    expect(known).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^1 known problem\. /) as string });
    edit(cwd, 'config/manager/manager.yaml', /replicas: -1/, 'replicas: 2');
    const unasked = await run(cwd, ['check'], { helper: 'none' });
    expect(unasked.stderr).not.toContain('Removed');
    expect((await run(cwd, ['check'])).stderr).toContain('Removed 1 fixed problem from check-baseline.yaml.');
    expect(readFileSync(join(cwd, 'check-baseline.yaml'), 'utf8')).toContain('problems: []');
  });

  it('at the line of the file with the mistake, once, and again when nothing has changed', async () => {
    const cwd = project();
    expect(await run(cwd, ['check', '--exact'])).toMatchObject({ exitCode: 0 });
    edit(cwd, 'config/manager/manager.yaml', /replicas: 1/, 'replicas: -1');
    for (const _ of [1, 2]) {
      const { exitCode, stderr } = await run(cwd, ['check']);
      expect(stderr).toMatch(/^config\/manager\/manager\.yaml:\d+:\d+ - error rejected-by-api-server: /m);
      expect(stderr).toContain('1 error');
      expect(exitCode).toBe(1);
    }
    edit(cwd, 'config/manager/manager.yaml', /replicas: -1/, 'replicas: 2');
    expect(await run(cwd, ['check'])).toMatchObject({ exitCode: 0 });
  });

  it('Pods that violate the level of their namespace', async () => {
    const cwd = project();
    const label = 'pod-security.kubernetes.io/enforce: restricted';
    edit(cwd, 'config/manager/manager.yaml', / {4}control-plane: controller-manager\n/, `$&    ${label}\n`);
    expect(await run(cwd, ['check'])).toMatchObject({ exitCode: 0 });
    edit(cwd, 'config/manager/manager.yaml', /runAsNonRoot: true/, 'runAsNonRoot: false');
    const { exitCode, stderr } = await run(cwd, ['check']);
    expect(stderr).toMatch(/^config\/manager\/manager\.yaml:.* - error pod-security-violation: .*runAsNonRoot/m);
    expect(exitCode).toBe(1);
  });

  it('a base that an overlay completes is verified in the overlay', async () => {
    const cwd = project();
    const files = {
      'config/web/base/kustomization.yaml': 'resources: [web.yaml]\n',
      'config/web/base/web.yaml': deployment
        .replace('  selector: {matchLabels: {app: web}}\n', '')
        .replace('    metadata: {labels: {app: web}}\n', ''),
      'config/web/prod/kustomization.yaml':
        'resources: [../base]\nlabels: [{pairs: {app: web}, includeSelectors: true}]\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const strict = await run(cwd, ['check', '--strict']);
    expect(strict.stderr).toMatch(
      /^config\/web\/base\/web\.yaml:5:\d+ - note rejected-by-api-server: .*spec\.selector/m,
    );
    expect(strict.stderr).toContain('help: fix it if this kustomization is deployed by itself');
    expect(strict.exitCode).toBe(0);
    expect(await run(cwd, ['verify', 'config/web'])).toMatchObject({ exitCode: 0 });
    expect(await run(cwd, ['verify', 'config/web/base'])).toMatchObject({ exitCode: 1 });
    edit(cwd, 'config/web/prod/kustomization.yaml', /app: web/, 'app: "a b"');
    const { stderr } = await run(cwd, ['check']);
    expect(stderr).toContain('Deployment prod/web (built by config/web/prod/kustomization.yaml): ');
  });

  few(1).each([
    [
      'corrects it',
      'resources: [../default]\npatches: [{target: {kind: Deployment}, patch: "[{op: replace, path: /spec/replicas, value: 1}]"}]\n',
    ],
    [
      'leaves it out',
      'resources: [../default]\npatches: [{patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: vmgroup-controller-manager, namespace: vmgroup-system}, $patch: delete}"}]\n',
    ],
    ['names its file', 'configMapGenerator: [{name: a, files: [../default/kustomization.yaml]}]\n'],
  ])('a mistake in what is deployed is an error, even if another kustomization %s', async (_, kustomization) => {
    const cwd = project();
    edit(cwd, 'config/manager/manager.yaml', /replicas: 1/, 'replicas: -1');
    mkdirSync(join(cwd, 'config/other'));
    writeFileSync(join(cwd, 'config/other/kustomization.yaml'), kustomization);
    const { stderr, exitCode } = await run(cwd, ['check']);
    expect(stderr).toMatch(/ - error rejected-by-api-server: .*must be greater than or equal to 0/);
    expect(exitCode).toBe(1);
  });

  it('objects of the kinds of a project are verified with its own definitions', async () => {
    const cwd = project();
    const lax = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: vmgroups.vm.codeconnect.vmworld.com}
spec:
  group: vm.codeconnect.vmworld.com
  scope: Namespaced
  names: {kind: VmGroup, plural: vmgroups}
  versions:
  - {name: v1alpha1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`;
    const files = {
      'deploy/kustomization.yaml': 'resources: [it.yaml]\n',
      'deploy/it.yaml':
        'apiVersion: vm.codeconnect.vmworld.com/v1alpha1\nkind: VmGroup\nmetadata: {name: a}\nspec: {wrong: 1}\n',
      'other/kustomization.yaml': 'resources: [crd.yaml]\n',
      'other/crd.yaml': lax,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const { stderr } = await run(cwd, ['check']);
    expect(stderr).toMatch(/^deploy\/it\.yaml:4:8 - error rejected-by-api-server: .*unknown field "spec\.wrong"/m);
  });

  few(1).each([
    ['name', 'metadata: {name: "${CLUSTER_NAME}"}'],
    ['value with a default', 'metadata: {name: a}\nspec: {wrong: "${COUNT:=1}"}'],
    ['part of a value with another form of default', 'metadata: {name: a}\nspec: {wrong: "a-${count-1}"}'],
  ])('objects with variables are templates outside of config/: in a %s', async (_what, text) => {
    const cwd = project();
    for (const folder of ['templates/small', 'config/small']) {
      mkdirSync(join(cwd, folder), { recursive: true });
      writeFileSync(join(cwd, folder, 'kustomization.yaml'), 'resources: [it.yaml]\n');
      writeFileSync(
        join(cwd, folder, 'it.yaml'),
        `apiVersion: vm.codeconnect.vmworld.com/v1alpha1\nkind: VmGroup\n${text}\n`,
      );
    }
    const { stderr } = await run(cwd, ['check']);
    expect(stderr).toMatch(/^config\/small\/it\.yaml:\d+:\d+ - error rejected-by-api-server: /m);
    expect(stderr).not.toContain('templates/small');
  });

  it('what needs Helm, the network, plugins or other files is a note', async () => {
    const cwd = project();
    const generator =
      'apiVersion: a/v1\nkind: A\nmetadata:\n  name: a\n  annotations:\n    config.kubernetes.io/function: "exec: {path: ./a}"\n';
    const files = {
      'deploy/helm/kustomization.yaml': 'helmCharts: [{name: a, repo: "https://example.com"}]\n',
      'deploy/remote/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n',
      'deploy/plugins/kustomization.yaml': 'generators: [a.yaml]\n',
      'deploy/plugins/a.yaml': generator,
      'config/outside/kustomization.yaml': 'resources: [../../../common]\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const { stderr, exitCode } = await run(cwd, ['check', '--strict']);
    expect(stderr.match(/^\S+ - \w+ [a-z-]+: .*?(?=:)/gm)?.toSorted()).toEqual([
      'config/outside/kustomization.yaml:1:1 - note kustomization-not-built: config/outside/kustomization.yaml was not built, because it needs files outside of the project',
      'deploy/helm/kustomization.yaml:1:1 - note kustomization-not-built: deploy/helm/kustomization.yaml was not built, because it needs Helm',
      'deploy/plugins/kustomization.yaml:1:1 - note kustomization-not-built: deploy/plugins/kustomization.yaml was not built, because it needs plugins',
      'deploy/remote/kustomization.yaml:1:1 - note kustomization-not-built: deploy/remote/kustomization.yaml was not built, because it needs the network',
    ]);
    expect(exitCode).toBe(0);
  });

  it('a file that cannot be read as YAML is an error, once, where the kustomization is deployed', async () => {
    const cwd = project();
    edit(cwd, 'config/manager/manager.yaml', /^/, '<<<<<<< ours\n');
    const { stderr, exitCode } = await run(cwd, ['check']);
    expect(stderr.match(/\b(?:error|warning) kustomization-failed/g)).toEqual(['error kustomization-failed']);
    expect(stderr).toContain('config/manager/kustomization.yaml');
    expect(exitCode).toBe(1);
  });

  it('kinds that no API server knows, but not those of other operators', async () => {
    const cwd = project();
    const extra = (apiVersion: string, kind: string) =>
      `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;
    const others = extra('monitoring.coreos.com/v1', 'ServiceMonitor') + extra('storage.k8s.io/v1', 'StorageClass');
    edit(cwd, 'config/manager/manager.yaml', /$/, others);
    expect(await run(cwd, ['check', '--strict'])).toMatchObject({ exitCode: 0 });
    const wrong = [
      extra('apps/v1', 'Deploymnt'),
      extra('rbac.authorization.k8s.io/v1', 'RoleBindng'),
      extra('vm.codeconnect.vmworld.com/v1alpha1', 'VmGruop'),
    ];
    edit(cwd, 'config/manager/manager.yaml', /$/, wrong.join(''));
    const { stderr } = await run(cwd, ['check']);
    expect(stderr.match(/warning unknown-kind: not verified: no definition of (\w+)/g)).toEqual([
      'warning unknown-kind: not verified: no definition of Deploymnt',
      'warning unknown-kind: not verified: no definition of RoleBindng',
      'warning unknown-kind: not verified: no definition of VmGruop',
    ]);
  });

  it('a kustomization of the user, and one with a missing file, which is reported once', async () => {
    const cwd = project();
    mkdirSync(join(cwd, 'deploy/prod'), { recursive: true });
    writeFileSync(join(cwd, 'deploy/prod/kustomization.yaml'), 'resources: [../../config/default, nothing.yaml]');
    const { stderr } = await run(cwd, ['check']);
    expect(stderr).toMatch(/^deploy\/prod\/kustomization\.yaml:1:1 - warning kustomization-failed: .*nothing\.yaml/m);
    rmSync(join(cwd, 'deploy'), { recursive: true });
    rmSync(join(cwd, 'config/manager/manager.yaml'));
    const missing = await run(cwd, ['check']);
    expect(missing.stderr).toContain('dangling-kustomization-entry');
    expect(missing.stderr).not.toContain('kustomization-failed');
  });
});
