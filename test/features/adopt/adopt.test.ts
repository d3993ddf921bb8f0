import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { classNameOf } from '../../../src/project/class-name.js';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject, lanternController, lanternCrd } from '../../support/go-project.js';
import { changesOf, problemsOf, testFolder, type TestProject } from '../../support/projects.js';
import { typeErrors } from '../../support/type-errors.js';
import { makeTemporaryFolder, temporaryFolder } from '../../support/tree.js';

await readGoCode();

/** The messages of a code, each with its position. */
function found({ diagnostics }: Outcome, code: Diagnostic['code']): string[] {
  return diagnostics
    .filter((each) => each.code === code)
    .map(({ message, position }) => `${position?.file}:${position?.line}: ${message}`);
}

describe('a project of kubebuilder', () => {
  const folder = makeTemporaryFolder();
  afterAll(folder.remove);
  let project: TestProject;
  let outcome: Outcome;

  beforeAll(async () => {
    project = testFolder({}, undefined, folder.path);
    for (const [path, content] of Object.entries(goProject)) project.write(path, content);
    outcome = await project.adopt();
  });

  it('becomes a project without drift and without errors', async () => {
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const check = await project.check();
    expect(check.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(changesOf(check)).toEqual([]);
    expect(changesOf(await project.manifests())).toEqual([]);
  });

  it('keeps its settings and its kinds in PROJECT, with the path of its webhook', () => {
    expect(parse(project.read('PROJECT'))).toMatchObject({
      domain: 'shop.example',
      layout: ['typescript.operator-gen/v1'],
      projectName: 'lantern',
      resources: [
        {
          api: { crdVersion: 'v1', namespaced: true },
          controller: true,
          domain: 'shop.example',
          group: 'light',
          kind: 'Lantern',
          version: 'v1',
          webhooks: { validation: true, validationPath: '/check-lantern', webhookVersion: 'v1' },
        },
      ],
    });
  });

  it('gets types from its definition', () => {
    expect(project.read('src/api/v1/lantern.types.ts')).toContain('brightness!: Int32;');
  });

  it('gets a controller that owns and watches the same kinds with the same permissions', () => {
    const controller = project.read('src/controller/lantern.controller.ts');
    expect(controller).toContain(`import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';`);
    expect(controller.slice(controller.indexOf('  await controllerManagedBy')))
      .toBe(`  await controllerManagedBy(manager)
    .for(Lantern, { predicates: [predicate.generationChanged] })
    .named('lantern-lighter')
    .owns(Deployment)
    .watches(Secret, lanternsOf)
    .withOptions({ maxConcurrentReconciles: 4 })
    .complete(reconciler);
}
`);
    expect(controller).toContain("@Rbac({ groups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] })");
    expect(controller).toContain(
      '// To be ported: (*LanternReconciler).Reconcile in internal/controller/lantern_controller.go:26',
    );
  });

  it('gets its webhooks with the arguments of their markers, and its Lease', () => {
    const webhook = project.read('src/webhook/v1/lantern.webhook.ts');
    for (const line of ["failurePolicy: 'Ignore',", "name: 'vlantern.shop.example',", "verbs: ['create'],"])
      expect(webhook).toContain(line);
    expect(project.read('src/main.ts')).toContain("leaderElectionId: 'lantern.shop.example'");
  });

  it('generates the same definition and the same role', () => {
    const equal = outcome.diagnostics.find(({ code }) => code === 'generated-equal');
    expect(equal?.help).toBe('config/crd/bases/light.shop.example_lanterns.yaml, config/rbac/role.yaml');
    expect(problemsOf(outcome)).not.toContain('generated-differs');
  });

  it('keeps the Go files, the sample and what is in config/', () => {
    expect(project.read('internal/controller/lantern_controller.go')).toBe(lanternController);
    for (const path of ['config/samples/light_v1_lantern.yaml', 'config/rbac/service_account.yaml', 'Makefile'])
      expect(project.read(path)).toBe(goProject[path]);
    const equal = outcome.diagnostics.find(({ code }) => code === 'config-equal');
    expect(equal?.message).toBe('files in config/ with the same objects as the scaffolded ones: 1 of 2');
  });

  it('starts another program, without the command of the Go operator, with which its metrics stay as they are', () => {
    const [address, secure] = ['--metrics-bind-address=:8080', '--metrics-secure=false'];
    expect(project.read('config/manager/manager.yaml')).toBe(
      goProject['config/manager/manager.yaml']!.replace(
        '- command:\n        - /manager\n        args:',
        '- args:',
      ).replace('- --color=warm\n', `- --color=warm\n        - ${address}\n        - ${secure}\n`),
    );
    const changed = 'config/manager/manager.yaml:1: config/manager/manager.yaml is written';
    expect(found(outcome, 'config-changed')).toEqual([
      `${changed} without the command /manager of the Go operator`,
      `${changed} with ${address}, because the Go operator serves metrics at :8080`,
      `${changed} with ${secure}, because the Go operator serves metrics over HTTP, without authorization`,
    ]);
  });

  it('lists everything that is not carried over, with its line', () => {
    expect(found(outcome, 'not-carried-over').map((each) => each.replace('not carried over: ', ''))).toEqual([
      'internal/controller/lantern_controller.go:35: the function lanternsOf that maps Secret',
      'config/manager/manager.yaml:13: the argument --color',
      'config/manager/manager.yaml:20: the memory limit 64Mi',
      'PROJECT:5: the plugin grafana.kubebuilder.io/v1-alpha',
      'internal/controller/lantern_controller.go:26: the logic of LanternReconciler',
      'cmd/main.go:11: the flag --color',
      'cmd/main.go:14: the option GracefulShutdownTimeout of the manager',
      'internal/webhook/v1/lantern_webhook.go:15: the logic of the webhook LanternValidator.ValidateCreate',
      'Makefile:4: the target polish of the Makefile',
    ]);
    expect(found(outcome, 'go-file-kept')).toEqual([
      'Dockerfile:1: Dockerfile stays as it is',
      'Makefile:1: Makefile stays as it is',
    ]);
  });

  it('counts in the summary what must be ported', () => {
    const left = outcome.diagnostics.filter(({ code }) => code === 'not-carried-over').length;
    const notes = outcome.diagnostics.filter(({ severity }) => severity === 'note').length;
    expect(outcome.summary).toContain(` ${left} of the ${notes} notes name code that you must port.`);
  });

  it('cannot be adopted again', async () => {
    expect(problemsOf(await project.adopt())).toEqual(['project-exists']);
  });
});

describe('adopt', () => {
  it('names .dockerignore with the Dockerfile that it does not fit, and not --force', async () => {
    const { diagnostics } = await testFolder({ ...goProject, '.dockerignore': '**\n' }).adopt({ dryRun: true });
    const { help } = diagnostics.find(({ message }) => message.startsWith('Dockerfile stays')) ?? {};
    expect(help).toContain('remove it and .dockerignore');
    expect(help).not.toContain('--force');
  });

  it('writes nothing in a dry run', async () => {
    const project = testFolder(goProject);
    const before = project.snapshot();
    const { plan } = await project.adopt({ dryRun: true });
    expect(plan.files.length).toBeGreaterThan(20);
    expect(project.snapshot()).toEqual(before);
  });

  it('writes into another folder with a copy of config/, which a later run does not replace', async () => {
    const from = temporaryFolder(goProject);
    const project = testFolder();
    const outcome = await project.adopt({ from });
    expect(problemsOf(outcome).filter((code) => /conflict|error/.test(code))).toEqual([]);
    const sample = 'config/samples/light_v1_lantern.yaml';
    expect(project.read(sample)).toBe(goProject[sample]);
    expect(project.read('Makefile')).toContain('npm run');
    expect(changesOf(await project.manifests())).toEqual([]);
    expect(project.read(sample)).toBe(goProject[sample]);
  });

  it('copies files that it does not scaffold as files of the user, which keep their entries in kustomizations', async () => {
    const listed = (entries: string): string => `resources:\n- ${entries}\n`;
    const tree = {
      ...goProject,
      'config/samples/kustomization.yaml': listed('light_v1_lantern.yaml\n- large.yaml'),
      'config/samples/large.yaml': goProject['config/samples/light_v1_lantern.yaml']!.replace(
        /name: .*/,
        'name: large',
      ),
      'config/crd/kustomization.yaml': listed('bases/light.shop.example_lanterns.yaml\n- others.yaml'),
      'config/crd/others.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: others\n',
    };
    const project = testFolder();
    await project.adopt({ from: temporaryFolder(tree) });
    expect(changesOf(await project.check())).toEqual([]);
    for (const path of ['config/samples/kustomization.yaml', 'config/crd/kustomization.yaml'] as const)
      expect(project.read(path)).toBe(tree[path]);
  });

  it.each(['here', 'in another folder'])(
    'replaces a sample without fields that nobody has edited, %s',
    async (where) => {
      const sample = 'config/samples/light_v1_lantern.yaml';
      const tree = {
        ...goProject,
        [sample]: goProject[sample]!.replace(/^spec:[^]*/m, 'spec:\n  # TODO(user): Add fields\n'),
      };
      const isHere = where === 'here';
      const project = testFolder(isHere ? tree : {});
      const outcome = await project.adopt(isHere ? {} : { from: temporaryFolder(tree) });
      expect(found(outcome, 'invalid-sample')).toEqual([]);
      expect(parse(project.read(sample))).toMatchObject({ kind: 'Lantern', spec: { brightness: expect.any(Number) } });
      expect(changesOf(await project.manifests())).toEqual([]);
    },
  );

  it('replaces what stands in the way with --force', async () => {
    const project = testFolder(goProject);
    await project.adopt({ force: true });
    expect(project.read('Makefile')).toContain('npm run');
    expect(project.read('config/manager/manager.yaml')).toContain('256Mi');
  });

  it('stops before a file of its own that the user has, and says so', async () => {
    const project = testFolder({ ...goProject, 'package.json': '{}\n' });
    expect(problemsOf(await project.adopt())).toContain('conflict package.json');
    expect(project.read('PROJECT')).toBe(goProject['PROJECT']);
  });

  it('creates types only with --types-only', async () => {
    const project = testFolder(goProject);
    const outcome = await project.adopt({ typesOnly: true });
    const paths = changesOf(outcome).filter((each) => each.startsWith('create src/'));
    expect(paths).toContain('create src/api/v1/lantern.types.ts');
    expect(paths.filter((each) => /controller|webhook/.test(each))).toEqual([]);
  });

  it('reads definitions and config/ without PROJECT, with the controllers and webhooks of the code', async () => {
    const { PROJECT: _, ...files } = goProject;
    const project = testFolder({ ...files, 'config/default/kustomization.yaml': 'namePrefix: shine-\n' });
    await project.adopt();
    expect(parse(project.read('PROJECT'))).toMatchObject({
      domain: 'shop.example',
      projectName: 'shine',
      resources: [{ controller: true, group: 'light', kind: 'Lantern', webhooks: { validation: true } }],
    });
    expect(project.read('src/controller/lantern.controller.ts')).toContain('.owns(Deployment)');
  });

  it('takes the permissions of the role if there is no code', async () => {
    const { PROJECT: project, ...files } = goProject;
    const config = Object.entries({ ...files, PROJECT: project! }).filter(([path]) => /^(?:config|PROJECT)/.test(path));
    const adopted = testFolder(Object.fromEntries(config));
    const outcome = await adopted.adopt();
    expect(adopted.read('src/controller/lantern.controller.ts')).toContain("resources: ['deployments']");
    expect(problemsOf(outcome)).not.toContain('generated-differs');
  });

  it('creates a controller for each kind without PROJECT and without code', async () => {
    const config = Object.entries(goProject).filter(([path]) => path.startsWith('config'));
    const project = testFolder(Object.fromEntries(config));
    const outcome = await project.adopt({ projectName: 'lantern' });
    expect(project.read('src/controller/lantern.controller.ts')).toContain("resources: ['deployments']");
    expect(problemsOf(outcome)).not.toContain('generated-differs');
  });

  it('has conversions that throw between versions with different fields', async () => {
    const path = 'config/crd/bases/light.shop.example_lanterns.yaml';
    const [, version = ''] = /(  - name: v1\n[^]*)$/.exec(lanternCrd()) ?? [];
    const other = version
      .replace('v1', 'v2')
      .replaceAll('brightness', 'lumen')
      .replace('storage: true', 'storage: false');
    const hub = 'webhooks:\n    conversion: true\n    spoke: [v2]\n';
    const project = testFolder({
      ...goProject,
      PROJECT: goProject['PROJECT']!.replace('webhooks:\n', hub),
      [path]: `${lanternCrd()}${other}`,
    });
    const outcome = await project.adopt();
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const conversion = project.read('src/webhook/v2/lantern.conversion.ts');
    expect(conversion).toContain("throw new Error('convertTo of Lantern v2 is to be ported');");
    expect(conversion).not.toContain('...spoke');
  });

  it('says how a generated file differs', async () => {
    const role = goProject['config/rbac/role.yaml']!.replace('- update\n  - watch', '- update\n  - delete\n  - watch');
    const project = testFolder({ ...goProject, 'config/rbac/role.yaml': role });
    expect(found(await project.adopt(), 'role-differs')).toEqual([
      'config/rbac/role.yaml:1: ClusterRole manager-role in config/rbac/role.yaml loses 1 of 13 permissions (delete deployments.apps)',
    ]);
  });

  it('lists a definition that is generated at another path', async () => {
    const path = 'config/crd/bases/light.shop.example_lanterns.yaml';
    const { [path]: definition, ...files } = goProject;
    const project = testFolder({ ...files, 'config/crd/lantern.yaml': definition! });
    const items = found(await project.adopt(), 'not-carried-over');
    expect(items.filter((each) => each.startsWith('config/crd'))).toEqual([
      'config/crd/lantern.yaml:1: not carried over: the place of the definition lanterns.light.shop.example',
    ]);
    expect(project.read(path)).toContain('lanterns.light.shop.example');
  });

  it('writes a placeholder for an external kind without a definition', async () => {
    const resource =
      '- controller: true\n  domain: example.org\n  external: true\n  group: wax\n  kind: Candle\n  version: v1\n';
    const project = testFolder({
      ...goProject,
      PROJECT: goProject['PROJECT']!.replace('version: "3"', `${resource}version: "3"`),
    });
    await project.adopt();
    expect(project.read('src/external/wax.example.org/v1/candle.types.ts')).toContain(
      'export interface Candle extends',
    );
    expect(project.read('src/controller/candle.controller.ts')).toContain('.for(Candle)');
  });
});

describe('input that cannot be adopted', () => {
  const without = (path: string) => Object.fromEntries(Object.entries(goProject).filter(([each]) => each !== path));
  const edited = (before: string, after: string) => ({
    ...goProject,
    PROJECT: goProject['PROJECT']!.replace(before, after),
  });
  const crd = 'config/crd/bases/light.shop.example_lanterns.yaml';
  const candleCrd = lanternCrd({ kind: 'Candle', plural: 'candles', group: 'wax.example.org' });
  const foreign = (files: Readonly<Record<string, string>>) => ({ ...files, 'hack/crds/candles.yaml': candleCrd });
  const lanternTypes =
    'package v1\n\n// +kubebuilder:object:root=true\n\n// Lantern shines.\ntype Lantern struct {\n}\n';

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an empty folder', {}, 'adopt-without-crds'],
    ['a project without its definitions', without(crd), 'adopt-without-crds'],
    ['a project with no other definition than one of others', foreign(without(crd)), 'adopt-without-crds'],
    [
      'a project with no other definition in config/crd than one of others',
      { ...without(crd), 'config/crd/external/candles.yaml': candleCrd },
      'adopt-without-crds',
    ],
    [
      'a project without PROJECT, with no other definition than one of others',
      { 'api/v1/lantern_types.go': lanternTypes, ...foreign({}) },
      'adopt-without-crds',
    ],
    ['a project of version 4', edited('version: "3"', 'version: "4"'), 'go-project-version'],
    ['a project of another plugin', edited('go.kubebuilder.io/v4', 'rust.example.com/v1'), 'go-project-layout'],
    ['PROJECT with a syntax error', edited('resources:', 'resources: ['), 'go-project-unreadable'],
    ['PROJECT that is a list', { ...goProject, PROJECT: '- a\n' }, 'go-project-unreadable'],
    ['resources that are no list', edited('resources:\n', 'resources: 1\nothers:\n'), 'go-project-unreadable'],
    ['a name that Kubernetes rejects', edited('projectName: lantern', 'projectName: A_B'), 'invalid-name'],
    [
      'a definition with a syntax error',
      { ...goProject, [crd]: 'kind: CustomResourceDefinition\n- x\n' },
      'crd-source-unreadable',
    ],
    ['a definition of v1beta1', { ...goProject, [crd]: lanternCrd().replace('io/v1', 'io/v1beta1') }, 'invalid-crd'],
    ['the record of another project', { ...goProject, '.operator-gen/scaffold.json': '{}' }, 'adopt-record'],
    ['a project of operator-gen', edited('go.kubebuilder.io/v4', 'typescript.operator-gen/v1'), 'project-exists'],
  ])('%s is refused', async (_, files, code) => {
    const project = testFolder(files);
    const before = project.snapshot();
    expect(problemsOf(await project.adopt())).toContain(code);
    expect(project.snapshot()).toEqual(before);
  });

  it('a folder of records that is a link is refused as a link, and not as a record', async () => {
    const project = testFolder(goProject);
    symlinkSync(temporaryFolder({ 'scaffold.json': '{}' }), join(project.root, '.operator-gen'));
    expect(problemsOf(await project.adopt())).toEqual(['symbolic-link']);
  });

  it('a kind with a name that compiled markers use is listed, with the reason, and all others are carried over', async () => {
    const project = testFolder({
      ...goProject,
      'config/crd/bases/light.shop.example_objects.yaml': lanternCrd({ kind: 'Object', plural: 'objects' }),
      'config/crd/bases/light.shop.example_broken.yaml': lanternCrd({ kind: 'Broken', plural: 'broken' }).replace(
        'type: integer',
        'type: text',
      ),
    });
    const outcome = await project.adopt();
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const items = found(outcome, 'not-carried-over').filter((each) => each.includes('cannot be converted to types'));
    expect(items).toEqual([
      expect.stringMatching(/_broken\.yaml:28: not carried over: Broken: .*"text" is not a type/),
      expect.stringMatching(/_objects\.yaml:8: not carried over: Object: .*compiled markers use Object/),
    ]);
    expect(parse(project.read('PROJECT')).resources).toMatchObject([{ kind: 'Lantern' }]);
    const check = await project.check();
    expect(check.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(['Webhook', 'Client', 'Rbac', 'Metadata'])('a kind %s is carried over like any other', async (kind) => {
    const named = Object.entries(goProject).map(([path, text]) => [path, text.replaceAll('Lantern', kind)] as const);
    const project = testFolder(Object.fromEntries(named));
    const outcome = await project.adopt();
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(project.read(`src/controller/${kind.toLowerCase()}.controller.ts`)).toContain(
      `.for(${classNameOf(kind)}, {`,
    );
    expect(changesOf(await project.check())).toEqual([]);
    expect(typeErrors(project)).toEqual([]);
  });

  it('a kind without a definition gets no types, and is listed', async () => {
    const entry = `- api:
    crdVersion: v1
    namespaced: true
  domain: shop.example
  group: light
  kind: Wick
  path: example.com/lantern/api/v1
  version: v1
`;
    const project = testFolder(edited('version: "3"', `${entry}version: "3"`));
    const outcome = await project.adopt();
    expect(found(outcome, 'kind-without-crd')).toEqual([
      'PROJECT:26: there is no CustomResourceDefinition of Wick of light.shop.example/v1, so it gets no types',
    ]);
  });

  it('Go types in another module, with their definitions in config/crd, are those of the project', async () => {
    const settings = '// +kubebuilder:object:root=true\ntype Settings struct {\n}\n';
    const { PROJECT: _, ...files } = goProject;
    const project = testFolder({ ...files, 'config/v1/settings.go': `package v1\n\n${settings}` });
    expect(problemsOf(await project.adopt())).not.toContain('adopt-without-crds');
    expect(parse(project.read('PROJECT')).resources).toMatchObject([{ kind: 'Lantern' }]);
  });

  it('a folder that does not exist, or is a file, is refused', async () => {
    const project = testFolder({ file: '' });
    expect(problemsOf(await project.adopt({ from: 'missing' }))).toEqual(['adopt-source']);
    expect(problemsOf(await project.adopt({ from: 'file' }))).toEqual(['adopt-source']);
    const { diagnostics } = await project.adopt({ from: 'https://user:SECRET@example.com/lantern?SECRET' });
    expect(diagnostics).toMatchObject([
      { code: 'adopt-source', message: expect.stringContaining('https://example.com/lantern') },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('SECRET');
  });

  it('Go files with syntax errors, and large ones, are listed and not read', async () => {
    const project = testFolder({
      ...goProject,
      'internal/controller/lantern_controller.go': `${lanternController}\nvar broken = "`,
      'internal/large.go': `package internal\n// ${'x'.repeat(3 * 1024 * 1024)}\n`,
    });
    const outcome = await project.adopt();
    expect(found(outcome, 'go-file-unread')).toEqual([
      'internal/large.go:1: internal/large.go is not read: it is larger than 1 MiB',
      'internal/controller/lantern_controller.go:41: internal/controller/lantern_controller.go is not read: string literal not terminated',
    ]);
    expect(project.read('src/controller/lantern.controller.ts')).not.toContain('Deployment');
  });

  it('a definition whose types would be larger than the analyzed files is refused', async () => {
    const long = lanternCrd().replace('Lantern shines.', 'x'.repeat(3 * 1024 * 1024 - 3000));
    expect(problemsOf(await testFolder({ ...goProject, [crd]: long }).adopt({ dryRun: true }))).toEqual([
      'unsupported-file',
    ]);
  });

  it('links out of the folder are listed and not followed', async () => {
    const outside = temporaryFolder({ 'secret.yaml': lanternCrd({ kind: 'Secret' }), 'secret.go': 'package secret\n' });
    const project = testFolder(goProject);
    mkdirSync(join(project.root, 'config/prometheus'));
    symlinkSync(join(outside, 'secret.yaml'), join(project.root, 'config/prometheus/more.yaml'));
    symlinkSync(outside, join(project.root, 'config/crd/more'));
    symlinkSync(join(outside, 'secret.go'), join(project.root, 'main.go'));
    const outcome = await project.adopt();
    const reason = 'is not read: links and special files are not read';
    expect(found(outcome, 'go-file-unread')).toEqual([
      `main.go:1: main.go ${reason}`,
      `config/crd/more:1: config/crd/more ${reason}`,
      `config/prometheus/more.yaml:1: config/prometheus/more.yaml ${reason}`,
    ]);
    expect(project.read('PROJECT')).not.toContain('Secret');
  });

  it.each([false, true])('links at scaffolded paths stay, with --force: %s', async (force) => {
    const { Makefile: _, ...files } = goProject;
    const project = testFolder({ ...files, 'build/Makefile': 'all:\n', 'build/workflows/x.yml': 'a: 1\n' });
    const links = { Makefile: 'build/Makefile', 'AGENTS.md': 'nothing.md', '.github': 'build', '.prettierignore': 'x' };
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(project.root, path));
    mkdirSync(join(project.root, 'config/samples'), { recursive: true });
    symlinkSync('../../build', join(project.root, 'config/prometheus'));
    const outcome = await project.adopt({ force });
    expect(problemsOf(outcome)).not.toContain('symbolic-link');
    const kept = found(outcome, 'go-file-kept').join('\n');
    for (const path of ['AGENTS.md', 'Makefile', '.github/workflows/test.yml', '.prettierignore'])
      expect(kept).toContain(`${path}:1: ${path} stays as it is`);
    expect(project.read('build/Makefile')).toBe('all:\n');
    expect(project.read('src/main.ts')).toContain('runOperator');
  });

  it('names such as __proto__ are data', async () => {
    const project = testFolder(edited('plugins:\n', 'plugins:\n  __proto__: {}\n  constructor: {}\n'));
    const outcome = await project.adopt();
    expect(found(outcome, 'not-carried-over').filter((each) => each.includes('the plugin'))).toHaveLength(3);
  });

  it('a file name does not end a comment in the code', async () => {
    const project = testFolder(without('internal/controller/lantern_controller.go'));
    const path = 'internal/controller/a\nprocess.exit();//b.go';
    mkdirSync(dirname(join(project.root, path)), { recursive: true });
    writeFileSync(join(project.root, path), lanternController);
    await project.adopt();
    expect(project.read('src/controller/lantern.controller.ts')).not.toMatch(/^process/m);
  });
});
