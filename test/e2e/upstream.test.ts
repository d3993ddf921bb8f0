import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { createClient, type Client } from '../../runtime/src/client/index.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { ApiError } from '../../runtime/src/transport/api-error.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import { few } from '../support/few.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { oneOfEach } from '../support/seed.js';
import { helperForTests } from '../support/upstream.js';
import { temporaryFolder } from '../support/tree.js';
import { sortOfCase, verifyCaseName, verifyCases } from '../support/verify-cases.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const path = shared.available ? await helperForTests() : undefined;
if (shared.available && path === undefined) {
  process.stderr.write('Tests of the helper are skipped: run `npm run upstream`, which needs Go.\n');
}

const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

/** Specs whose rules only a CEL compiler can judge. */
const rules = [
  `@XValidation({ rule: 'self.all(a, self.exists(b, a == b))' }) it!: string[];`,
  `@MaxItems(20) @Items(MaxLength(20)) @XValidation({ rule: 'self.all(a, self.exists(b, a == b))' }) it!: string[];`,
  `@XValidation({ rule: 'self.size() > "x"' }) it!: string;`,
  `@XValidation({ rule: 'self.missing == 1' }) it!: { there: Int32 };`,
  `@XValidation({ rule: 'self +' }) it!: string;`,
  `@XValidation({ rule: 'self == "x"', messageExpression: '1 + 1' }) it!: string;`,
  `@XValidation({ rule: 'self' }) it!: string;`,
  `@XValidation({ rule: 'self > 5' }) it: Int32 = 3;`,
  `@XValidation({ rule: 'self.matches("(")' }) it!: string;`,
  `@XValidation({ rule: 'quantity(self).isGreaterThan(quantity("1Gi"))' }) it!: string;`,
  `@Items(AtMostOneOf('a', 'b')) it!: { a?: string; b?: string }[];`,
];
const celCases: readonly { readonly spec: string; readonly before?: string }[] = [
  ...rules.map((spec) => ({ spec })),
  { before: 'export class Item { @Immutable() name?: string; }', spec: 'it!: Item[];' },
  { before: 'export class Item { @Immutable() names?: string[]; }', spec: 'it!: Record<string, Item>;' },
];

/** Of rules that are equally expensive, the API server names some, in the order of a map of Go. */
function causeText(field: string, message: string): string {
  return message.includes('contributed to estimated rule cost total') ? message : `${field}: ${message}`;
}

describe.skipIf(path === undefined)('the helper and the API server give the same errors for', () => {
  let client: Client;
  let helper: RunningHelper;
  beforeAll(async () => {
    if (!shared.available) return;
    helper = startHelper(path!);
    client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
  });
  afterAll(() => helper?.end());

  /** The causes of a refusal as `field: message`, or the message where there are none. */
  async function serverErrors(creation: Promise<unknown>): Promise<readonly string[]> {
    try {
      await creation;
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { causes = [] } = error.details ?? {};
      // Decoding errors have no causes, and the API server says in which kind they are.
      if (causes.length === 0) return [`: ${error.message.replace(/^.* cannot be handled as a \w+: /, '')}`];
      return causes.map(({ field = '', message = '' }) => causeText(field, message)).toSorted();
    }
  }

  async function helperErrors(object: unknown): Promise<readonly string[]> {
    const { errors = [], problem } = await helper.ask({ operation: 'object', object: JSON.stringify(object) });
    expect(problem).toBeUndefined();
    return errors.map(({ field = '', message }) => causeText(field, message)).toSorted();
  }

  const asked = oneOfEach(verifyCases, sortOfCase);
  const cases = [...asked, ...celCases.map((each) => ({ ...each, codes: [] }))];

  it.each(cases.map((each) => [verifyCaseName(each), each] as const))('%s', async (_, { codes: __, ...source }) => {
    const { model } = analyzeSources(kindSource(source));
    const crd = parse(emitCrd(model.kinds[0]!, '0.0.0').text) as object;
    const expected = await serverErrors(client.create(Crd, crd, { dryRun: true }));
    expect(await helperErrors(crd)).toEqual(expected);
  });

  it('the rules that only it can judge: eight are refused', async () => {
    const answers = await Promise.all(
      celCases.map(async (each) => {
        const { model } = analyzeSources(kindSource(each));
        return (await helperErrors(parse(emitCrd(model.kinds[0]!, '0.0.0').text))).length > 0;
      }),
    );
    expect(answers.filter(Boolean).length).toBeGreaterThanOrEqual(8);
  });

  const ConfigMap = defineResource<KubernetesObject>({
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    scope: 'Namespaced',
  });
  const Deployment = defineResource<KubernetesObject>({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    plural: 'deployments',
    scope: 'Namespaced',
  });
  const metadata = { name: 'it', namespace: 'default' };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const selector = { matchLabels: { a: 'b' } };
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata };
  const builtIn = [
    [ConfigMap, { ...configMap, metadata: { ...metadata, name: 'A_' } }],
    [ConfigMap, { ...configMap, data: { 'a/b': 'c' } }],
    [ConfigMap, { ...configMap, data: { a: 'c' } }],
    [Deployment, { ...deployment, spec: { selector, template } }],
    [Deployment, { ...deployment, spec: { selector: { matchLabels: { a: 'x' } }, template } }],
    [
      Deployment,
      { ...deployment, spec: { selector, replicas: -1, template: { ...template, spec: { containers: [] } } } },
    ],
  ] as const;

  it.each(builtIn.map((each) => [JSON.stringify(each[1]), ...each] as const))('%s', async (_, kind, object) => {
    const expected = await serverErrors(client.create(kind, object, { dryRun: true }));
    expect(await helperErrors(object)).toEqual(expected);
  });

  it('kustomizations: the output is that of kubectl kustomize', async () => {
    if (!shared.available) return;
    const root = new URL('../../examples/cronjob', import.meta.url).pathname;
    const { built, read, problem } = await helper.ask({ operation: 'kustomize', root, folder: 'config/default' });
    expect(problem).toBeUndefined();
    const { stdout } = await execa(`${shared.info.assetsDirectory}/kubectl`, ['kustomize', `${root}/config/default`]);
    expect(
      built
        ?.map(({ object }) => object)
        .join('---\n')
        .trimEnd(),
    ).toBe(stdout);
    expect(built?.find(({ object }) => object.includes('kind: Namespace'))?.file).toBe('config/manager/manager.yaml');
    expect(read).toContain('config/default/manager_webhook_patch.yaml');
  });
});

describe.skipIf(path === undefined)('the helper refuses', () => {
  let helper: RunningHelper;
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper?.end());

  it.each([
    ['text that is no YAML', 'a: b: c', 'invalid-yaml'],
    ['a list', '[1]', 'unknown-kind'],
    ['a kind that nothing defines', 'apiVersion: example.com/v1\nkind: Thing', 'unknown-kind'],
    ['a beta version', 'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition', 'not-served'],
  ])('%s', async (_, object, code) => {
    expect((await helper.ask({ operation: 'object', object })).problem).toMatchObject({ code });
  });

  it('kustomizations that lead out of the folder, to another machine, or round in a circle', async () => {
    const root = new URL('../../examples/cronjob', import.meta.url).pathname;
    const build = async (kustomization: string) => {
      const files = { 'a/kustomization.yaml': kustomization };
      return (await helper.ask({ operation: 'kustomize', root, folder: 'a', files })).problem?.message;
    };
    expect(await build('resources: [../../foo/config/crd]')).toContain('outside of the project');
    expect(await build('resources: ["https://example.com/a.yaml"]')).toContain('not local');
    expect(await build('resources: ["github.com/example/repository?ref=main"]')).toMatch(/git/);
    expect(await build('resources: [../a]')).toContain('cycle');
  });
});

it.skipIf(path === undefined)('an older minor version can be emulated, as far as upstream supports it', async () => {
  const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: it}';
  const older = startHelper(path!, { emulate: '1.34' });
  expect(await older.ask({ operation: 'object', object })).not.toHaveProperty('errors');
  older.end();
  const oldest = startHelper(path!, { emulate: '1.20' });
  await expect(oldest.ask({ operation: 'object', object })).rejects.toThrow('is not between');
});

describe.skipIf(path === undefined)('a project with a rule that only the API server can judge', () => {
  const checkout = new URL('../..', import.meta.url).pathname;
  const types = 'src/api/v1alpha1/vmgroup.types.ts';

  /** A copy of an example whose class of the spec has a rule. */
  function project(rule: string): string {
    const folder = temporaryFolder();
    cpSync(join(checkout, 'examples/vmgroup'), folder, {
      recursive: true,
      filter: (from) => basename(from) !== 'node_modules',
    });
    const text = readFileSync(join(folder, types), 'utf8');
    const marked = text
      .replace('  Resource,', '  Resource,\n  XValidation,')
      .replace('export class VmGroupSpec', `@XValidation({ rule: '${rule}', message: 'm' })\nexport class VmGroupSpec`);
    writeFileSync(join(folder, types), marked);
    return folder;
  }

  function run(cwd: string, helper: string, ...args: readonly string[]) {
    const env = { OPERATOR_GEN_UPSTREAM: helper };
    return execa(process.execPath, [join(checkout, 'bin/operator-gen.js'), ...args], { cwd, env, reject: false });
  }

  it('is refused at the column of the mistake, and nothing is written', async () => {
    const cwd = project('self.replicas > 1 && self.cpus > 0');
    const crd = join(cwd, 'config/crd/bases/vm.codeconnect.vmworld.com_vmgroups.yaml');
    const before = readFileSync(crd, 'utf8');
    const { exitCode, stderr } = await run(cwd, path!, 'manifests');
    expect(stderr).toContain(`${types}:15:48 - error rejected-by-api-server: the API server rejects VmGroup.spec`);
    expect(stderr).toContain("undefined field 'cpus'");
    expect(stderr).toContain('1 error\n');
    expect(exitCode).toBe(1);
    expect(readFileSync(crd, 'utf8')).toBe(before);
    expect(await run(cwd, 'none', 'manifests')).toMatchObject({ exitCode: 0 });
    // What was remembered without the helper is not its verdict.
    expect(await run(cwd, path!, 'check')).toMatchObject({ exitCode: 1 });
  });

  it('is accepted, with --exact too', async () => {
    const cwd = project('self.replicas > 0');
    expect(await run(cwd, path!, 'manifests')).toMatchObject({ exitCode: 0 });
    expect(await run(cwd, path!, 'check', '--exact')).toMatchObject({ exitCode: 0 });
  });

  const sample = 'config/samples/vm_v1alpha1_vmgroup.yaml';

  it('is satisfied by the sample that is generated, which is up to date without the helper too', async () => {
    const cwd = project('self.replicas > 7');
    expect(await run(cwd, path!, 'manifests')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching('warning'),
    });
    expect(readFileSync(join(cwd, sample), 'utf8')).toContain('replicas: 8');
    expect(await run(cwd, 'none', 'check')).toMatchObject({ exitCode: 0 });
    expect(await run(cwd, path!, 'check', '--strict')).toMatchObject({ exitCode: 0 });
  });

  it('is violated by a sample that was generated without the helper, which is up to date', async () => {
    const cwd = project('self.replicas > 7');
    expect(await run(cwd, 'none', 'manifests')).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await run(cwd, path!, 'check');
    expect(stderr).toContain(`warning rejected-sample: the API server would reject ${sample}: spec: Invalid value`);
    expect(stderr).toContain('help: delete the sample');
    expect(exitCode).toBe(0);
    rmSync(join(cwd, sample));
    await run(cwd, path!, 'manifests');
    expect(readFileSync(join(cwd, sample), 'utf8')).toContain('replicas: 8');
  });

  it('cannot be satisfied, which is reported at the rule', async () => {
    const cwd = project('self.replicas > self.replicas');
    const { exitCode, stderr } = await run(cwd, path!, 'manifests');
    expect(stderr).toContain('no generated value satisfies the rule self.replicas > self.replicas of VmGroup.spec');
    expect(stderr).toContain(`${types}:15:`);
    expect(stderr).toContain('1 warning\n');
    expect(exitCode).toBe(0);
  });

  it('is not blamed for another one that no value satisfies', async () => {
    const cwd = project('self.replicas > 7');
    const other = "@XValidation({ rule: 'self.cpu != self.cpu', message: 'n' })";
    const text = readFileSync(join(cwd, types), 'utf8');
    writeFileSync(join(cwd, types), text.replace('export class VmGroupSpec', `${other}\nexport class VmGroupSpec`));
    const { stderr } = await run(cwd, path!, 'manifests');
    expect(stderr.match(/no generated value satisfies the rule .* of /g)).toEqual([
      'no generated value satisfies the rule self.cpu != self.cpu of ',
    ]);
  });

  it('is reported beside errors of operator-gen', async () => {
    const cwd = project('self.replicas > 1 && self.cpus > 0');
    const text = readFileSync(join(cwd, types), 'utf8');
    const column = "@PrintColumn({ name: '', type: 'string', jsonPath: '.spec.cpu' })";
    const marked = text.replace('@StatusSubresource()', `${column}\n@StatusSubresource()`);
    writeFileSync(join(cwd, types), marked);
    const { exitCode, stderr } = await run(cwd, path!, 'check');
    expect(stderr).toContain('error invalid-column');
    expect(stderr).toContain("undefined field 'cpus'");
    expect(stderr).toContain('help: did you mean cpu?');
    // The API server rejects the column too.
    expect(stderr).toMatch(/^2 errors\.$/m);
    expect(exitCode).toBe(1);
  });

  it('is reported beside the rule of a marker that is too expensive, which is reported once', async () => {
    const cwd = project('self.cpus > 0');
    const text = readFileSync(join(cwd, types), 'utf8');
    writeFileSync(
      join(cwd, types),
      text
        .replace('export class VmGroupSpec {', 'export class VmGroupSpec {\n  it?: Labeled[];')
        .concat('\nexport class Labeled { @Keys(MaxLength(63)) labels?: Record<string, string>; }\n')
        .replace('  Resource,', '  Keys,\n  MaxLength,\n  Resource,'),
    );
    const { stderr } = await run(cwd, path!, 'check');
    expect(stderr.match(/error [a-z-]+/g)?.toSorted()).toEqual([
      'error expensive-rule',
      'error rejected-by-api-server',
    ]);
    expect(stderr).toContain("undefined field 'cpus'");
  });

  it('is violated by an edited sample, which is reported at its line', async () => {
    const cwd = project('self.replicas >= self.cpu');
    expect(await run(cwd, path!, 'manifests')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching('warning'),
    });
    const text = readFileSync(join(cwd, sample), 'utf8');
    const line = text.split('\n').findIndex((each) => each.startsWith('spec:'));
    writeFileSync(join(cwd, sample), text.replace('cpu: 1', 'cpu: 3'));
    const { stderr } = await run(cwd, path!, 'manifests');
    expect(stderr).toMatch(
      new RegExp(`^${sample}:${line + 2}:\\d+ - warning rejected-sample.*spec: Invalid value`, 'm'),
    );
    expect(stderr).toContain('fix the sample');
    writeFileSync(join(cwd, sample), text);
    expect(await run(cwd, path!, 'manifests')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching('warning'),
    });
  });

  const examples = readdirSync(join(checkout, 'examples'));

  few(1).each(examples)('nothing is rejected in the example %s', async (name) => {
    const folder = temporaryFolder();
    cpSync(join(checkout, 'examples', name), folder, {
      recursive: true,
      filter: (from) => basename(from) !== 'node_modules',
    });
    const { exitCode, stderr } = await run(folder, path!, 'check', '--exact');
    expect(stderr).not.toMatch(/rejected-|upstream-failed/);
    expect(exitCode).toBe(0);
  });

  few(2).each([28, 40, 22, 24, 32])('where %d files can be opened, a failure is a diagnostic', async (files) => {
    const line = `ulimit -n ${files}; "${process.execPath}" "${checkout}bin/operator-gen.js" check`;
    const { stderr } = await execa('bash', ['-c', line], {
      cwd: project('self.replicas > 0'),
      env: { OPERATOR_GEN_UPSTREAM: path! },
      reject: false,
    });
    expect(stderr).not.toMatch(/internal-error|^ +at /m);
  });

  it('needs the helper with --exact', async () => {
    const cwd = project('self.replicas > 0');
    expect((await run(cwd, 'none', 'check', '--exact')).stderr).toContain('error exact-verdict-unavailable');
    const broken = await run(cwd, '/nowhere', 'check', '--exact');
    expect(broken.stderr).toContain('error upstream-failed');
    expect(broken.exitCode).toBe(1);
    const warned = await run(cwd, '/nowhere', 'manifests');
    expect(warned.stderr).toContain('warning upstream-failed');
    expect(warned.exitCode).toBe(0);
  });
});
