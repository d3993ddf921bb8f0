import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { changesOf, largeProject, newProject, problemsOf, shop, type TestProject } from '../../support/projects.js';

const pathsOf = (project: TestProject): string[] =>
  Object.keys(project.snapshot()).filter((path) => path.startsWith('src/') && !path.endsWith('/'));

describe('edit --multigroup', () => {
  it('moves the files of each group into a folder of its own, and back gives the tree byte for byte', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ multigroup: true }))).toEqual([]);
    expect(pathsOf(project)).toEqual([
      'src/api/shop/v1/cart.types.ts',
      'src/api/shop/v1/group-version.ts',
      'src/api/shop/v1/webserver.types.ts',
      'src/api/shop/v2/group-version.ts',
      'src/api/shop/v2/webserver.types.ts',
      'src/controller/shop/cart.controller.test.ts',
      'src/controller/shop/cart.controller.ts',
      'src/controller/shop/webserver.controller.test.ts',
      'src/controller/shop/webserver.controller.ts',
      'src/main.ts',
      'src/register.ts',
      'src/webhook/apps/v1/deployment.webhook.test.ts',
      'src/webhook/apps/v1/deployment.webhook.ts',
      'src/webhook/shop/v1/webserver.conversion.ts',
      'src/webhook/shop/v1/webserver.webhook.test.ts',
      'src/webhook/shop/v1/webserver.webhook.ts',
      'src/webhook/shop/webserver.converter.test.ts',
      'src/webhook/shop/webserver.converter.ts',
    ]);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.settings({ multigroup: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('takes with it what its user changed and added, and mends the imports of what stays', async () => {
    const project = await largeProject();
    const types = 'src/api/v1/webserver.types.ts';
    project.write('src/api/v1/shared.ts', "export { WebServer } from './webserver.types.js';\n");
    project.write('src/controller/testdata/logo.png', '\u0000');
    project.write(
      'src/controller/webserver.helpers.ts',
      "import { WebServer } from '../api/v1/shared.js';\nexport { WebServer };\n",
    );
    project.write('src/webhook/common.ts', "export * from '../lib/all.js';\n");
    project.write('src/webhook/v1/pods.ts', "export * from '../common.js';\n");
    project.write('src/lib/all.ts', "export * from '../controller/webserver.helpers.js';\n");
    project.edit(types, 'export class WebServerSpec {', '/** Mine. */\nexport class WebServerSpec {');
    project.edit(types, 'import { groupVersion }', "import '../../lib/all.js';\nimport { groupVersion }");
    project.edit('config/rbac/webserver_admin_role.yaml', '# Grants', '# Mine: grants');
    project.edit(
      'config/crd/patches/webhook_in_webservers.yaml',
      'conversionReviewVersions:',
      'conversionReviewVersions: # mine',
    );
    expect(problemsOf(await project.manifests())).toEqual([]);
    const before = project.snapshot();

    expect(problemsOf(await project.settings({ multigroup: true }))).toEqual([]);
    expect(project.read('src/api/shop/v1/webserver.types.ts')).toContain('/** Mine. */\nexport class WebServerSpec {');
    expect(project.read('src/api/shop/v1/webserver.types.ts')).toContain(
      "import '../../../lib/all.js';\nimport { groupVersion } from './group-version.js';",
    );
    expect(project.read('src/api/shop/v1/shared.ts')).toContain("'./webserver.types.js'");
    expect(project.read('src/controller/shop/webserver.helpers.ts')).toContain("'../../api/shop/v1/shared.js'");
    expect(project.read('src/lib/all.ts')).toContain("'../controller/shop/webserver.helpers.js'");
    // The folder parts: its kinds are of two groups.
    expect(project.read('src/webhook/v1/pods.ts')).toContain("'../shop/common.js'");
    expect(project.read('config/rbac/shop_webserver_admin_role.yaml')).toMatch(
      /^# Mine: grants[^]*name: shop-webserver-admin-role/,
    );
    expect(project.read('config/crd/patches/webhook_in_shop_webservers.yaml')).toContain('# mine');
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);

    expect(problemsOf(await project.settings({ multigroup: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('leaves a file alone that its user has removed', async () => {
    const project = await largeProject();
    rmSync(join(project.root, 'src/controller/cart.controller.test.ts'));
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ multigroup: true }))).toEqual([]);
    expect(pathsOf(project)).not.toContain('src/controller/shop/cart.controller.test.ts');
    expect(problemsOf(await project.settings({ multigroup: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('moves nothing where something stands in the way, or where code cannot be read', async () => {
    const project = await largeProject();
    project.write('src/controller/shop/cart.controller.ts', '// mine\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ multigroup: true }))).toContain('move-target-exists');
    expect(project.snapshot()).toEqual(before);
    rmSync(join(project.root, 'src/controller/shop'), { recursive: true });
    project.write('src/broken.ts', 'export const = 1;\n');
    expect(problemsOf(await project.settings({ multigroup: true }))).toContain('code-syntax-error');
  });

  it('shows where files come from, and writes nothing, in a dry run', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    const { plan } = await project.settings({ multigroup: true, dryRun: true });
    const moved = plan.files.find(({ path }) => path === 'src/controller/shop/cart.controller.ts');
    expect(moved).toMatchObject({ action: 'create', movedFrom: 'src/controller/cart.controller.ts' });
    expect(project.snapshot()).toEqual(before);
  });
});

describe('edit --no-multigroup', () => {
  it('refuses groups that cannot share a folder', async () => {
    const project = await largeProject();
    await project.settings({ multigroup: true });
    project.edit(
      'PROJECT',
      'resources:\n',
      'resources:\n- api:\n    crdVersion: v1\n  domain: my.domain\n  group: other\n  kind: Other\n  version: v1\n',
    );
    expect(problemsOf(await project.settings({ multigroup: false }))).toEqual(['multigroup-in-use']);
  });

  it('refuses kinds of one name, of which one is of Kubernetes', async () => {
    const project = await newProject();
    await project.settings({ multigroup: true });
    await project.createApi({ ...shop, kind: 'Pod', controller: false });
    await project.createWebhook({ ...shop, kind: 'Pod', validation: true });
    await project.createWebhook({ group: 'core', kind: 'Pod', validation: true });
    expect(problemsOf(await project.settings({ multigroup: false }))).toEqual([
      'kinds-share-files',
      'kinds-share-files',
    ]);
  });
});

describe('edit', () => {
  it('refuses to be told nothing, and changes nothing where all is so already', async () => {
    const project = await newProject();
    expect(problemsOf(await project.settings({}))).toEqual(['nothing-to-edit']);
    expect(changesOf(await project.settings({ multigroup: false }))).toEqual([]);
  });
});

describe('roles of a kind that a cluster keeps under their old names', () => {
  it.each<[string, (project: TestProject) => Promise<Outcome>]>([
    ['edit --multigroup', (project) => project.settings({ multigroup: true })],
    ['edit --disable helper-roles', (project) => project.settings({ disable: ['helper-roles'] })],
    ['rename api', (project) => project.rename({ ...shop, kind: 'Cart', toKind: 'Basket' })],
  ])('are named by %s', async (_, change) => {
    const project = await newProject();
    await project.createApi({ ...shop, kind: 'Cart' });
    const { next, summary } = await change(project);
    expect(summary).toContain('Bindings that name them have to name the new ones.');
    const roles = ['admin', 'editor', 'viewer'].map((role) => `test-operator-cart-${role}-role`);
    expect(next).toContain(`kubectl delete clusterrole ${roles.join(' ')}`);
  });
});
