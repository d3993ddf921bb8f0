import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { changesOf, newProject, problemsOf, type TestProject } from '../../support/projects.js';

describe('delete api', () => {
  it('gives back the tree that was there before create api, byte for byte', async () => {
    const project = await newProject();
    const states = [project.snapshot()];
    const apis = [
      { kind: 'WebServer' },
      { kind: 'Cache', namespaced: false },
      { kind: 'WebServer', version: 'v2' },
      { kind: 'Plain', version: 'v2', controller: false },
    ];
    for (const api of apis) {
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      states.push(project.snapshot());
    }
    for (const api of apis.toReversed()) {
      states.pop();
      expect(problemsOf(await project.deleteApi(api))).toEqual([]);
      expect(project.snapshot()).toEqual(states.at(-1));
      expect(changesOf(await project.check())).toEqual([]);
    }
  });

  it('keeps a file that was edited, and what it imports; with --force these go, then or later', async () => {
    const project = await newProject();
    const empty = project.snapshot();
    await project.createApi();
    const controller = 'src/controller/webserver.controller.ts';
    project.write(controller, `${project.read(controller)}// mine\n`);
    const before = project.snapshot();
    expect(problemsOf(await project.deleteApi({ force: true, dryRun: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);

    const { diagnostics } = await project.deleteApi();
    expect(diagnostics.map(({ code, message }) => `${code} ${message.split(' ', 1)[0]}`)).toEqual([
      'file-in-use src/api/v1/group-version.ts',
      'file-in-use src/api/v1/webserver.types.ts',
      `edited-file-kept ${controller}`,
    ]);
    expect(Object.keys(project.snapshot()).filter((path) => /^src.*\.ts$/.test(path))).toEqual([
      'src/api/v1/group-version.ts',
      'src/api/v1/webserver.types.ts',
      controller,
      'src/main.ts',
      'src/register.ts',
    ]);
    // The edited controller has the markers of the kind.
    // The controller that stays is one that nothing runs.
    expect(new Set(problemsOf(await project.check()))).toEqual(new Set(['unused-permission', 'controller-unused']));
    expect(changesOf(await project.check())).toEqual([]);

    expect(problemsOf(await project.deleteApi({ force: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(empty);
    expect(problemsOf(await project.deleteApi({ force: true }))).toEqual(['api-not-found']);
  });

  const deployments = "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['*'] })";

  it.each<[string, string | undefined, (project: TestProject) => Promise<Outcome>]>([
    ['a kind', undefined, (project) => project.deleteApi({ kind: 'Cache' })],
    [
      'an edited kind with --force',
      'src/controller/cache.controller.ts',
      (project) => project.deleteApi({ kind: 'Cache', force: true }),
    ],
    [
      'an edited webhook with --force',
      'src/webhook/v1/cache.webhook.ts',
      (project) => project.deleteWebhook({ kind: 'Cache', force: true }),
    ],
  ])('reports a permission that goes with %s, and that other code needs', async (_, file, remove) => {
    const project = await newProject();
    await project.createApi();
    await project.createApi({ kind: 'Cache', ...(file === undefined ? { deployImage: { image: 'cache:1' } } : {}) });
    await project.createWebhook({ kind: 'Cache', defaulting: true });
    if (file !== undefined) {
      project.edit(file, 'export class', `${deployments}\nexport class`);
      if (file.includes('webhook')) project.edit(file, 'import { Webhook }', 'import { Rbac, Webhook }');
    }
    const controller = 'src/controller/webserver.controller.ts';
    project.edit(controller, 'import ', "import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';\nimport ");
    project.edit(
      controller,
      '    if (webServer',
      '    await this.#client.getOrNull(Deployment, request);\n    if (webServer',
    );
    await project.manifests();
    expect(problemsOf(await project.check())).not.toContain('missing-permission');
    const outcome = await remove(project);
    const found = outcome.diagnostics.filter(({ code }) => code === 'missing-permission');
    expect(found).toMatchObject([{ severity: 'warning', position: { file: controller } }]);
    expect(problemsOf(await project.check())).toContain('missing-permission');
  });

  it('says that the manifests stay where the types do', async () => {
    const project = await newProject();
    await project.createApi();
    const types = 'src/api/v1/webserver.types.ts';
    const crd = 'config/crd/bases/my.domain_webservers.yaml';
    project.edit(types, '  size: Int32 = 1;', '  width: Int32 = 1;');
    await project.manifests();
    const kept = await project.deleteApi();
    expect(kept.summary).toBe(
      `Removed the kind WebServer of my.domain/v1 from PROJECT. Its types in ${types} stay, and so does what is generated from them.`,
    );
    expect(project.read(crd)).toContain('width:');
    expect((await project.deleteApi({ force: true })).summary).toBe('Deleted the kind WebServer of my.domain/v1.');
    expect(Object.keys(project.snapshot())).not.toContain(crd);
  });

  it('finds what an earlier run kept in another form, with --force', async () => {
    const project = await newProject();
    const empty = project.snapshot();
    await project.createApi();
    await project.createWebhook({ validation: true });
    for (const file of ['api/v1/group-version.ts', 'api/v1/webserver.types.ts', 'webhook/v1/webserver.webhook.ts'])
      project.write(`src/${file}`, project.read(`src/${file}`).replaceAll("'", '"'));
    expect(problemsOf(await project.deleteApi())).toContain('edited-file-kept');
    expect(problemsOf(await project.deleteApi({ force: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(empty);
  });

  it('ends the conversion of a version that goes, and leaves the other webhooks of the hub', async () => {
    const project = await newProject();
    for (const version of ['v1', 'v2', 'v3']) await project.createApi({ version });
    await project.createWebhook({ defaulting: true, conversion: true, spoke: ['v2', 'v3'] });
    expect(problemsOf(await project.deleteApi({ version: 'v2' }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('spoke:\n    - v3\n');
    expect(project.read('src/webhook/webserver.converter.ts')).not.toContain('v2');
    expect(problemsOf(await project.deleteApi({ version: 'v3' }))).toEqual([]);
    expect(project.read('PROJECT')).not.toMatch(/spoke|conversion: true/);
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith('src/webhook/v'))).toEqual([
      'src/webhook/v1/',
      'src/webhook/v1/webserver.webhook.test.ts',
      'src/webhook/v1/webserver.webhook.ts',
    ]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it.each(['v1', 'v2'])('keeps an edited version whole until its conversion is deleted: %s', async (version) => {
    const project = await newProject();
    for (const each of ['v1', 'v2', 'v3']) await project.createApi({ version: each });
    await project.createWebhook({ conversion: true, spoke: ['v2', 'v3'] });
    const types = `src/api/${version}/webserver.types.ts`;
    project.edit(types, '  size: Int32 = 1;', '  size: Int32 = 1;\n  width: Int32 = 1;');
    await project.manifests();
    const before = project.snapshot();
    const { diagnostics } = await project.deleteApi({ version });
    expect(diagnostics.map(({ code }) => code)).toEqual(['edited-version']);
    expect(diagnostics[0]!.help).toContain('delete webhook --version v1 --kind WebServer --conversion');
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.deleteApi({ version, force: true, dryRun: true }))).not.toContain('edited-version');
    expect(problemsOf(await project.deleteApi({ version: 'v3' }))).not.toContain('edited-version');
    await project.deleteWebhook({ conversion: true });
    expect(problemsOf(await project.deleteApi({ version }))).not.toContain('edited-version');
    expect(project.read(types)).toContain('  width: Int32 = 1;');
  });

  const conversion = { version: 'v2', conversion: true, spoke: ['v1'] } as const;

  it.each<[string, readonly string[], (project: TestProject) => Promise<Outcome>]>([
    ['the stored version', ['stored-version-deleted'], (project) => project.deleteApi({ version: 'v1' })],
    ['the other version', [], (project) => project.deleteApi({ version: 'v2' })],
    [
      'a version that is no longer stored',
      [],
      async (project) => {
        expect(problemsOf(await project.createWebhook(conversion))).toEqual(['storage-version-moved']);
        return project.deleteApi({ version: 'v1' });
      },
    ],
    [
      'the stored version of a conversion',
      ['stored-version-deleted'],
      async (project) => {
        await project.createWebhook(conversion);
        return project.deleteApi({ version: 'v2' });
      },
    ],
    [
      'the stored version, whose edited types stay',
      [],
      (project) => {
        project.edit('src/api/v1/webserver.types.ts', '  size: Int32 = 1;', '  width: Int32 = 1;');
        return project.deleteApi({ version: 'v1' });
      },
    ],
    [
      'both versions',
      [],
      async (project) => {
        await project.deleteApi({ version: 'v2' });
        return project.deleteApi({ version: 'v1' });
      },
    ],
  ])('reports a stored version that goes: %s', async (_, expected, remove) => {
    const project = await newProject();
    for (const version of ['v1', 'v2']) await project.createApi({ version, controller: false });
    const codes = problemsOf(await remove(project));
    expect(codes.filter((each) => each.startsWith('stor'))).toEqual(expected);
  });

  it('takes nothing of another group for what is left of a kind', async () => {
    const project = await newProject();
    await project.createApi({ group: 'dock' });
    const controller = 'src/controller/webserver.controller.ts';
    project.write(controller, `${project.read(controller)}// mine\n`);
    await project.deleteApi({ group: 'dock' });
    const before = project.snapshot();
    for (const other of [{ group: 'ship' }, { group: 'dock', kind: 'Other' }]) {
      expect(problemsOf(await project.deleteApi({ ...other, force: true }))).toEqual(['api-not-found']);
      expect(project.snapshot()).toEqual(before);
    }
  });
});
