import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changesOf, newProject, problemsOf, type TestProject } from '../../support/projects.js';

const made = (project: TestProject): readonly string[] =>
  Object.keys(project.snapshot()).filter((path) => !path.endsWith('/'));
const resourcesOf = (project: TestProject): unknown => parse(project.read('PROJECT')).resources;
const rulesOf = (project: TestProject): unknown => parse(project.read('config/rbac/role.yaml')).rules;

const deployment = { group: 'apps', kind: 'Deployment', resource: false } as const;
const certificate = {
  group: 'certs',
  kind: 'Certificate',
  resource: false,
  externalApiPackage: '@example/certs/v1',
  externalApiDomain: 'io',
} as const;

describe('a controller for a kind of Kubernetes', () => {
  it.each([
    ['core', 'Pod', { core: true, group: 'core', path: '@operator-gen/runtime/k8s/core/v1' }, ''],
    ['apps', 'Deployment', { core: true, group: 'apps', path: '@operator-gen/runtime/k8s/apps/v1' }, 'apps'],
    [
      'rbac.authorization',
      'Role',
      {
        core: true,
        domain: 'k8s.io',
        group: 'rbac.authorization',
        path: '@operator-gen/runtime/k8s/rbac/v1',
      },
      'rbac.authorization.k8s.io',
    ],
    [
      'networking.k8s.io',
      'Ingress',
      { core: true, domain: 'k8s.io', group: 'networking', path: '@operator-gen/runtime/k8s/networking/v1' },
      'networking.k8s.io',
    ],
  ])('of %s', async (group, kind, entry, apiGroup) => {
    const project = await newProject();
    const before = project.snapshot();
    const outcome = await project.createApi({ group, kind, resource: false });
    expect(problemsOf(outcome)).toEqual([]);
    const file = `src/controller/${kind.toLowerCase()}.controller`;
    expect(changesOf(outcome)).toEqual([
      'update .operator-gen/scaffold.json',
      'update PROJECT',
      'update config/rbac/role.yaml',
      `create ${file}.test.ts`,
      `create ${file}.ts`,
      'update src/register.ts',
    ]);
    expect(resourcesOf(project)).toEqual([{ controller: true, ...entry, kind, version: 'v1' }]);
    expect(rulesOf(project)).toMatchObject([{ apiGroups: [apiGroup] }, {}, {}]);
    expect(project.read(`${file}.ts`)).toContain(`import { ${kind} } from '${entry.path}';`);
    expect(changesOf(await project.check())).toEqual([]);
    // By another of its names it is the same kind.
    expect((await project.createApi({ group: entry.group, kind, resource: false })).summary).toContain(
      'already exists',
    );
    expect(problemsOf(await project.deleteApi({ group, kind }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each([
    [{ ...deployment, kind: 'Deploymnt' }, 'did you mean Deployment?'],
    [{ group: 'core', kind: 'pod', resource: false }, 'use: --kind Pod'],
    [{ ...deployment, version: 'v2' }, 'use one of v1'],
    [{ ...deployment, kind: 'Widget' }, 'omit --no-resource'],
    [{ group: 'core', version: 'v9', kind: 'Frobnicator', resource: false }, 'use one of v1'],
  ])('that is not there: %j', async (options, help) => {
    const project = await newProject();
    const { diagnostics } = await project.createApi(options);
    expect(diagnostics).toMatchObject([{ severity: 'error', help: expect.stringContaining(help) }]);
  });

  it('stands beside kinds of our own, in a project of one group', async () => {
    const project = await newProject();
    await project.createApi();
    expect(problemsOf(await project.createApi(deployment))).toEqual([]);
    expect(problemsOf(await project.createApi({ group: 'core', kind: 'Pod', resource: false }))).toEqual([]);
    expect(project.read('src/register.ts')).toContain('\n  setupPodController,\n');
  });

  it('cannot have the files of a kind of the same name; with a name of its own it has others', async () => {
    const project = await newProject();
    await project.createApi({ kind: 'Pod' });
    const pod = { group: 'core', kind: 'Pod', resource: false };
    const { diagnostics } = await project.createApi(pod);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['kinds-share-files']));
    expect(diagnostics[0]!.message).toContain('Pod of my.domain/v1 and Pod of v1');
    expect(problemsOf(await project.createApi({ ...pod, controllerName: 'core-pod' }))).toEqual([]);
  });

  it('is not used for an own kind of that name, which is reported', async () => {
    const project = await newProject();
    expect(problemsOf(await project.createApi({ group: 'apps', kind: 'Deployment' }))).toEqual(['built-in-kind-name']);
    expect(made(project)).toContain('config/crd/bases/apps.my.domain_deployments.yaml');
  });
});

describe('a controller for a kind of a package', () => {
  it('imports the kind, and PROJECT says where from', async () => {
    const project = await newProject();
    const outcome = await project.createApi(certificate);
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.next).toEqual([
      'npm install @example/certs',
      'edit src/controller/certificate.controller.ts',
      'npx operator-gen manifests',
    ]);
    expect(resourcesOf(project)).toEqual([
      {
        controller: true,
        domain: 'io',
        external: true,
        group: 'certs',
        kind: 'Certificate',
        path: '@example/certs/v1',
        version: 'v1',
      },
    ]);
    expect(rulesOf(project)).toMatchObject([{ apiGroups: ['certs.io'], resources: ['certificates'] }, {}, {}]);
    expect(project.read('src/controller/certificate.controller.ts')).toContain("from '@example/certs/v1';");
    expect(made(project).filter((path) => path.includes('certificate'))).toEqual([
      'src/controller/certificate.controller.test.ts',
      'src/controller/certificate.controller.ts',
    ]);
  });

  it('asks for the package in package.json, where its version is given, and changes nothing else there', async () => {
    const project = await newProject();
    const [before, packageJson] = [project.snapshot(), project.read('package.json')];
    const asked = { ...certificate, externalApiModule: '@example/certs@^1.2.3' };
    expect((await project.createApi(asked)).next).toContain('npm install');
    const { dependencies, devDependencies } = JSON.parse(project.read('package.json'));
    expect(Object.keys(dependencies)).toEqual(['@example/certs', '@operator-gen/runtime']);
    expect(dependencies['@example/certs']).toBe('^1.2.3');
    expect(devDependencies).toEqual(JSON.parse(packageJson).devDependencies);
    expect(resourcesOf(project)).toMatchObject([{ module: '@example/certs@^1.2.3' }]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.deleteApi({ group: 'certs', kind: 'Certificate' }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('adds the package when its version is passed later, and keeps it', async () => {
    const project = await newProject();
    await project.createApi(certificate);
    await project.createApi({ ...certificate, externalApiModule: '@example/certs@1.2.3' });
    expect(project.read('package.json')).toContain('"@example/certs": "1.2.3"');
    await project.createApi({ ...certificate, controllerName: 'renewal' });
    expect(project.read('package.json')).toContain('"@example/certs": "1.2.3"');
    expect(resourcesOf(project)).toMatchObject([{ controllers: [{ name: 'renewal' }] }]);
  });

  it('adds the package to a package.json that was edited', async () => {
    const project = await newProject();
    project.edit('package.json', '"version": "0.1.0"', '"version": "0.2.0",\n  "author": "me"');
    const before = project.read('package.json');
    await project.createApi({ ...certificate, externalApiModule: '@example/certs@1.2.3' });
    expect(project.read('package.json')).toBe(
      before.replace('"dependencies": {\n', '"dependencies": {\n    "@example/certs": "1.2.3",\n'),
    );
  });

  it('takes the class of another operator for no kind of ours', async () => {
    const project = await newProject();
    project.write('node_modules/@example/certs/package.json', '{ "name": "@example/certs", "exports": "./index.ts" }');
    project.write(
      'node_modules/@example/certs/index.ts',
      `import { CustomResource, Resource } from '@operator-gen/runtime/api';
@Resource({ group: 'certs.io', version: 'v1' }, { plural: 'certificates' })
export class Certificate extends CustomResource {}
`,
    );
    await project.createApi();
    await project.createApi({ ...certificate, externalApiPackage: '@example/certs' });
    expect(made(project).filter((path) => path.startsWith('config/crd/bases/'))).toEqual([
      'config/crd/bases/my.domain_webservers.yaml',
    ]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it.each([
    [{ resource: true }, 'external-types'],
    [{ group: undefined }, 'flag-requires-flag'],
    [{ externalApiDomain: 'I_O' }, 'invalid-name'],
    [{ externalApiPackage: './certs' }, 'invalid-package'],
    [{ externalApiPackage: '/certs' }, 'invalid-package'],
    [{ externalApiPackage: '@example/certs@1.2.3/v1' }, 'invalid-package'],
    [{ externalApiModule: '@example/certs' }, 'invalid-module'],
    [{ externalApiModule: '@example/other@1.0.0' }, 'invalid-module'],
    [{ externalApiModule: '@example/certs@1 "' }, 'invalid-module'],
    [{ kind: 'a_certificate' }, 'invalid-name'],
    [{ plural: 'Certificates' }, 'invalid-name'],
    [{ externalApiPackage: undefined }, 'flag-requires-flag'],
    [{ externalApiPackage: undefined, externalApiDomain: undefined, externalApiModule: 'a@1' }, 'flag-requires-flag'],
  ])('is refused with %j', async (changed, code) => {
    const project = await newProject();
    const before = project.snapshot();
    const options = Object.fromEntries(
      Object.entries({ ...certificate, ...changed }).filter(([, value]) => value !== undefined),
    );
    expect(problemsOf(await project.createApi(options))).toEqual([code]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each([
    [{ externalApiPackage: '@example/certs/v2' }, 'api-exists'],
    [{ kind: 'Issuer', externalApiModule: '@example/certs@2.0.0' }, 'module-version-conflict'],
    [{ plural: 'certs' }, 'api-exists'],
    [{ kind: 'CERTIFICATE' }, 'kind-case-conflict'],
  ])('is refused beside the first one with %j', async (changed, code) => {
    const project = await newProject();
    await project.createApi({ ...certificate, externalApiModule: '@example/certs@1.2.3' });
    expect(problemsOf(await project.createApi({ ...certificate, ...changed }))).toEqual([code]);
  });

  it('cannot be a kind of ours', async () => {
    const project = await newProject();
    await project.createApi({ group: 'certs', kind: 'Certificate' });
    const wanted = { ...certificate, externalApiDomain: 'my.domain' };
    const { diagnostics } = await project.createApi(wanted);
    expect(diagnostics).toMatchObject([
      { code: 'conflicting-types-source', message: expect.stringContaining('this project') },
    ]);
  });

  it('does not become a kind of ours', async () => {
    const project = await newProject();
    await project.createApi({ ...certificate, externalApiDomain: 'my.domain' });
    const { diagnostics } = await project.createApi({ group: 'certs', kind: 'Certificate' });
    expect(diagnostics).toMatchObject([
      { code: 'conflicting-types-source', message: expect.stringContaining(certificate.externalApiPackage) },
    ]);
  });
});

describe('the halves of a kind', () => {
  it('are the same project in either order', async () => {
    const [whole, typesFirst, controllerFirst] = [await newProject(), await newProject(), await newProject()];
    await whole.createApi();
    await typesFirst.createApi({ controller: false });
    expect(problemsOf(await typesFirst.createApi({ resource: false }))).toEqual([]);
    expect(problemsOf(await controllerFirst.createApi({ resource: false }))).toEqual(['types-missing']);
    expect(controllerFirst.read('src/controller/webserver.controller.ts')).toContain("plural: 'webservers',");
    expect(made(controllerFirst).filter((path) => /crd|webserver_/.test(path))).toEqual([]);
    expect(changesOf(await controllerFirst.check())).toEqual([]);
    expect(problemsOf(await controllerFirst.createApi({ controller: false }))).toEqual([]);
    expect(typesFirst.snapshot()).toEqual(whole.snapshot());
    expect(controllerFirst.snapshot()).toEqual(whole.snapshot());
  });

  it('leave what the user wrote into the controller, when the types come later', async () => {
    const project = await newProject();
    await project.createApi({ resource: false });
    const file = 'src/controller/webserver.controller.ts';
    project.edit(file, '    // Compare webServer', '    log.info(request.name);\n    // Compare webServer');
    expect(problemsOf(await project.createApi({ controller: false }))).toEqual([]);
    expect(project.read(file)).toContain("from '../api/v1/webserver.types.js';");
    expect(project.read(file)).toContain('log.info(request.name);');
    expect(project.read(file)).not.toContain('defineResource');
  });
});

describe('several controllers of a kind', () => {
  it('have a name each, and a file, a class and a line in register.ts', async () => {
    const project = await newProject();
    await project.createApi();
    const before = project.snapshot();
    const outcome = await project.createApi({ controllerName: 'captain-backup' });
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.next).toContain('edit src/controller/captain-backup.controller.ts');
    expect(resourcesOf(project)).toMatchObject([{ controller: true, controllers: [{ name: 'captain-backup' }] }]);
    const code = project.read('src/controller/captain-backup.controller.ts');
    expect(code).toContain('export class CaptainBackupReconciler implements');
    expect(code).toContain(".for(WebServer).named('captain-backup').complete(");
    expect(project.read('src/register.ts')).toContain('\n  setupCaptainBackupController,\n');
    expect((await project.createApi({ controllerName: 'captain-backup' })).summary).toContain('already exists');
    expect((await project.createApi()).summary).toContain('already exists');
    for (const [path, text] of Object.entries(before))
      if (path.startsWith('src/') && path !== 'src/register.ts') expect(project.snapshot()[path]).toBe(text);
  });

  it('are scaffolded again one by one with --force', async () => {
    const project = await newProject();
    await project.createApi();
    await project.createApi({ controllerName: 'backup' });
    const [first, second] = ['src/controller/webserver.controller.ts', 'src/controller/backup.controller.ts'];
    for (const file of [first, second]) project.write(file, `${project.read(file)}// mine\n`);
    expect(problemsOf(await project.createApi({ controllerName: 'backup', resource: false, force: true }))).toEqual([]);
    expect(project.read(first)).toContain('// mine');
    expect(project.read(second)).not.toContain('// mine');
    expect(resourcesOf(project)).toMatchObject([{ controller: true, controllers: [{ name: 'backup' }] }]);
  });

  it.each([
    [{}, 'controller-name-required'],
    [{ controllerName: 'Backup' }, 'invalid-name'],
    [{ controllerName: '1backup' }, 'invalid-name'],
    [{ controllerName: 'back.up' }, 'invalid-name'],
    [{ controllerName: 'a'.repeat(64) }, 'invalid-name'],
    [{ controllerName: 'more', controller: false }, 'flag-requires-flag'],
    [{ controllerName: 'back--up' }, 'controller-class-taken'],
    [{ kind: 'Other', controllerName: 'back-up' }, 'controller-name-taken'],
    [{ kind: 'Other', controllerName: 'plain' }, 'controller-name-taken'],
    [{ kind: 'OtherReconciler', controllerName: 'other' }, 'controller-class-taken'],
  ])('are refused as %j', async (options, code) => {
    const project = await newProject();
    await project.createApi({ controllerName: 'back-up' });
    await project.createApi({ kind: 'Plain' });
    const before = project.snapshot();
    expect(problemsOf(await project.createApi(options))).toEqual([code]);
    expect(project.snapshot()).toEqual(before);
  });

  it('look after every version of a kind, and stay when one of them goes', async () => {
    const project = await newProject();
    await project.createApi();
    await project.createApi({ controllerName: 'backup' });
    await project.createApi({ version: 'v2' });
    expect(resourcesOf(project)).toMatchObject([{ version: 'v1', controller: true }, { version: 'v2' }]);
    expect(problemsOf(await project.deleteApi())).toEqual(['stored-version-deleted']);
    expect(resourcesOf(project)).toMatchObject([
      { version: 'v2', controller: true, controllers: [{ name: 'backup' }] },
    ]);
    expect(project.read('src/controller/webserver.controller.ts')).toContain("'../api/v2/webserver.types.js'");
    expect(project.read('src/controller/backup.controller.ts')).toContain("'../api/v2/webserver.types.js'");
    expect(changesOf(await project.check())).toEqual([]);
    await project.deleteApi({ version: 'v2' });
    expect(made(project).filter((path) => path.startsWith('src/'))).toEqual(['src/main.ts', 'src/register.ts']);
  });
});

describe('create api --force', () => {
  it('writes the sample of its version again, and no other', async () => {
    const project = await newProject();
    for (const version of ['v1', 'v2']) await project.createApi({ version });
    const samples = ['v1', 'v2'].map((version) => `config/samples/_${version}_webserver.yaml`);
    const [first] = samples.map((path) => project.read(path));
    for (const path of samples) project.edit(path, 'spec:', 'spec: # mine\n  unknown: 1');
    const second = project.read(samples[1]!);
    const outcome = await project.createApi({ version: 'v1', force: true });
    expect(project.read(samples[0]!)).toBe(first);
    expect(project.read(samples[1]!)).toBe(second);
    expect(
      outcome.diagnostics.filter(({ code }) => code === 'invalid-sample').map(({ position }) => position?.file),
    ).toEqual([samples[1]]);
  });
});
