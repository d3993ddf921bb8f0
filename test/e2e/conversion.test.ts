import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { testFolder, type TestProject } from '../support/projects.js';
import { isFull } from '../support/seed.js';
import { accessControlPlane } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A project with two versions of a kind, and all that is scaffolded for a conversion between them. */
async function projectWithConversion(group: string | undefined): Promise<TestProject> {
  const project = testFolder();
  await project.init();
  symlinkSync(modules, join(project.root, 'node_modules'));
  if (group !== undefined) project.write('PROJECT', `multigroup: true\n${project.read('PROJECT')}`);
  const inGroup = { ...(group !== undefined && { group }) };
  for (const version of ['v1', 'v1beta1']) {
    await project.createApi({ version, controller: false, ...inGroup });
  }
  await project.createWebhook({ version: 'v1', conversion: true, spoke: ['v1beta1'], ...inGroup });
  return project;
}

/** What a user runs in a project. */
function scriptsOf({ root }: TestProject) {
  const run = (...args: string[]) =>
    execa('npm', ['run', '--silent', ...args], { cwd: root, all: true, reject: false });
  return {
    lint: () => run('lint'),
    typecheck: () => run('typecheck'),
    fuzz: () => run('test', '--', 'src/webhook'),
  };
}

describe.each([
  { group: 'apps.internal', folder: 'apps.internal/' },
  ...(isFull ? [{ group: undefined, folder: '' }] : []),
])('a conversion as it is scaffolded, in the group $group', { timeout: 120_000 }, ({ group, folder }) => {
  const types = `src/api/${folder}v1beta1/webserver.types.ts`;
  const conversion = `src/webhook/${folder}v1beta1/webserver.conversion.ts`;

  it('type-checks, lints and is formatted, and its test passes', async () => {
    const { lint, fuzz } = scriptsOf(await projectWithConversion(group));
    const linted = await lint();
    expect(linted.exitCode, linted.all).toBe(0);
    const { exitCode, all } = await fuzz();
    expect(exitCode, all).toBe(0);
    expect(all).toContain('1 passed');
  });

  it('does not compile where the hub needs a field that the spoke has not', async () => {
    const project = await projectWithConversion(group);
    project.edit(types, 'size: Int32 = 1;', 'count: Int32 = 1;');
    const { exitCode, all } = await scriptsOf(project).typecheck();
    expect(exitCode).not.toBe(0);
    expect(all).toContain(`${conversion}(`);
    expect(all).toContain("Property 'size' is missing");
  });

  it('names a field that one version alone has, which the compiler does not see', async () => {
    const project = await projectWithConversion(group);
    const { typecheck, fuzz } = scriptsOf(project);
    project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 1;\n\n  note?: string;');
    await project.manifests();
    expect(await typecheck()).toMatchObject({ exitCode: 0 });
    const { exitCode, all } = await fuzz();
    expect(exitCode).not.toBe(0);
    expect(all).toMatch(
      /v1beta1 -> v1 -> v1beta1: spec\.note is lost, for v1 has no such field and the API server leaves it out/,
    );
    expect(all).toMatch(/FUZZ_SEED=\d+ tries the same objects again/);
  });

  it.skipIf(!shared.available)('is asked for under the name and namespace that config/default gives', async () => {
    if (!shared.available) return;
    const project = await projectWithConversion(group);
    const built = await accessControlPlane(shared.info).kubectl(['kustomize', join(project.root, 'config/default')]);
    const objects = parseAllDocuments(built).map((document) => document.toJS());
    const { metadata: service } = objects.find(
      ({ kind, metadata: { name } }) => kind === 'Service' && name.includes('webhook'),
    );
    const { name, namespace } = service;
    expect({ name, namespace }).toEqual({ name: 'test-operator-webhook-service', namespace: 'test-operator-system' });
    expect(objects.find(({ kind }) => kind === 'CustomResourceDefinition').spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: { service: { name, namespace, path: '/convert' } }, conversionReviewVersions: ['v1'] },
    });
  });

  it.skipIf(!shared.available)(
    'is carried out in the tests of a controller, which see what a cluster has',
    async () => {
      if (!shared.available) return;
      const project = await projectWithConversion(group);
      await project.createApi({ version: 'v1', resource: false, ...(group !== undefined && { group }) });
      // What one version calls size, the other calls count.
      project.edit(types, 'size: Int32 = 1;', 'count: Int32 = 3;');
      const converted = '{ ...spoke, spec: { size: spoke.spec.count } }';
      project.edit(conversion, '({ ...spoke })', `(${converted})`);
      project.edit(conversion, '({ ...hub })', '({ ...hub, spec: { count: hub.spec.size } })');
      project.write('config/samples/empty.yaml', emptyObject(group));
      expect((await project.manifests()).diagnostics).toEqual([]);
      const test = `src/controller/${folder}webserver.controller.test.ts`;
      const up = folder === '' ? '..' : '../..';
      project.edit(
        test,
        'import { registerWebhooks,',
        `import { WebServer as Old } from '${up}/api/${folder}v1beta1/webserver.types.js';
import { registerWebhooks,`,
      );
      project.edit(
        test,
        "  it('ignores an object",
        `  it('sees what the cluster has', async () => {
    const key = { name: 'old', namespace: 'default' };
    await client.create(Old, { metadata: key, spec: { count: 7 } });
    expect((await client.get(WebServer, key)).spec).toEqual({ size: 7 });
    expect((await client.list(Old, { namespace: 'default' })).items.map(({ spec }) => spec.count)).toContain(7);
    const sample = await readObject<Old>('config/samples/empty.yaml');
    expect(sample.spec).toEqual({ count: 3 });
    const { spec } = await client.create(Old, { metadata: { ...key, name: 'empty' }, spec: {} } as Old);
    expect(spec).toEqual(sample.spec);
  });

  it('ignores an object`,
      );
      const env = { KUBEBUILDER_ASSETS: shared.info.assetsDirectory };
      const run = execa('npm', ['test', '--', test], { cwd: project.root, env, all: true, reject: false });
      const { exitCode, all } = await run;
      expect(exitCode, all).toBe(0);
      expect(all).toContain('4 passed');
    },
  );
});

/** An object that says nothing. */
function emptyObject(group: string | undefined): string {
  const apiGroup = [group, 'my.domain'].filter(Boolean).join('.');
  return `apiVersion: ${apiGroup}/v1beta1\nkind: WebServer\nmetadata:\n  name: empty\nspec: {}\n`;
}
