import { describe, expect, it } from 'vitest';
import { changesOf, problemsOf, testFolder, type TestProject } from '../support/projects.js';

const shop = { group: 'shop' };

/** A project with two kinds, two versions, webhooks, a conversion, and webhooks of a core kind. */
async function largeProject(multigroup = false): Promise<TestProject> {
  const project = testFolder();
  await project.init();
  if (multigroup) await project.settings({ multigroup });
  const made = [
    await project.createApi(shop),
    await project.createApi({ ...shop, version: 'v2' }),
    await project.createApi({ ...shop, kind: 'Cart', namespaced: false, plural: 'trolleys' }),
    await project.createWebhook({ ...shop, defaulting: true, validation: true }),
    await project.createWebhook({ ...shop, version: 'v2', conversion: true, spoke: ['v1'] }),
    await project.createWebhook({ group: 'apps', kind: 'Deployment', validation: true }),
  ];
  expect(made.flatMap(problemsOf).filter((code) => code !== 'webhook-of-core')).toEqual([]);
  return project;
}

const there = { ...shop, kind: 'WebServer' };
const back = { ...shop, kind: 'Site', toKind: 'WebServer' };

describe('rename api', () => {
  it('renames a kind everywhere, and back gives the tree byte for byte', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    const outcome = await project.rename({ ...there, toKind: 'Site' });
    expect(problemsOf(outcome)).toEqual(['renamed-deployed']);
    const after = project.snapshot();
    const mentions = Object.entries(after).filter(([path, text]) => /web-?server/i.test(`${path} ${text}`));
    expect(mentions.map(([path]) => path)).toEqual([]);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.rename(back))).toEqual(['renamed-deployed']);
    expect(project.snapshot()).toEqual(before);
  });

  it('keeps what the user has written, and lists what it left', async () => {
    const project = await largeProject();
    const types = 'src/api/v1/webserver.types.ts';
    const controller = 'src/controller/webserver.controller.ts';
    const test = 'src/controller/webserver.controller.test.ts';
    const sample = 'config/samples/shop_v1_webserver.yaml';
    project.edit(
      types,
      '  /** An example field. Replace it with what a WebServer is made of. */\n',
      '  /** Copies of the WebServer. */\n',
    );
    project.edit(
      types,
      'export class WebServerSpec',
      'export class WebServerPort {\n  port!: Int32;\n}\n\nexport class WebServerSpec',
    );
    project.edit(
      controller,
      "@Rbac({\n  groups: [groupVersion.group],\n  resources: ['webservers/status'],\n  verbs: ['get', 'update', 'patch'],\n})",
      "@Rbac({ groups: ['shop.my.domain'], resources: ['webservers/status'], verbs: ['patch'] })\n@Rbac({ groups: ['apps'], resources: ['webservers'], verbs: ['get'] })",
    );
    project.edit(
      controller,
      '    // Compare what webServer.spec asks for with what there is, and change what differs.\n',
      '    const { spec } = webServer;\n    log.info(`of ${webServer.metadata.name}`, { spec });\n',
    );
    project.edit(test, "  it('reconciles an object'", "  it('reconciles one WebServer'");
    project.edit('src/webhook/v1/webserver.webhook.ts', "  // Add 'delete' for validateDelete to be asked.\n", '');
    project.edit('src/main.ts', 'import', "import { WebServer as Web } from './api/v1/webserver.types.js';\nimport");
    project.write(
      'src/mine.ts',
      "import { WebServer } from './api/v2/webserver.types.js';\n/** @rbac { groups: ['shop.my.domain'], resources: ['webservers'], verbs: ['get'] } */\nexport const kind = WebServer;\n",
    );
    project.edit(sample, 'size: 1', 'size: 3 # mine');
    project.edit('config/rbac/webserver_viewer_role.yaml', '# For people', '# Mine.\n# For people');
    project.write(
      'config/samples/other.yaml',
      'apiVersion: "shop.my.domain/v2"\nkind: WebServer\nmetadata:\n  name: other\n',
    );
    await project.manifests();
    const before = project.snapshot();
    const outcome = await project.rename({ ...there, toKind: 'Site' });
    expect(
      outcome.diagnostics.map(
        ({ code, message, position }) => `${code} ${position?.file}:${position?.line} ${message.split(' ', 1)[0]}`,
      ),
    ).toEqual([
      'renamed-deployed undefined:undefined a',
      'name-left src/api/v1/site.types.ts:17 WebServer',
      'name-left src/api/v1/site.types.ts:22 WebServer',
      'name-left src/controller/site.controller.test.ts:39 WebServer',
      'name-left src/controller/site.controller.ts:21 webservers',
      'name-left config/rbac/site_viewer_role.yaml:2 webservers',
    ]);
    expect(project.read('src/controller/site.controller.ts')).toContain(
      "@Rbac({ groups: ['shop.my.domain'], resources: ['sites/status'], verbs: ['patch'] })\n" +
        "@Rbac({ groups: ['apps'], resources: ['webservers'], verbs: ['get'] })",
    );
    expect(project.read('src/controller/site.controller.ts')).toContain(
      '    const { spec } = site;\n    log.info(`of ${site.metadata.name}`, { spec });\n',
    );
    expect(project.read('src/webhook/v1/site.webhook.ts')).toContain("path: '/mutate-shop-my-domain-v1-site'");
    expect(project.read('src/main.ts')).toContain("import { Site as Web } from './api/v1/site.types.js';");
    expect(project.read('src/mine.ts')).toBe(
      "import { Site } from './api/v2/site.types.js';\n/** @rbac { groups: ['shop.my.domain'], resources: ['sites'], verbs: ['get'] } */\nexport const kind = Site;\n",
    );
    expect(project.read('config/samples/shop_v1_site.yaml')).toMatch(
      /kind: Site\n[^]*name: site-sample-v1\n[^]*size: 3 # mine/,
    );
    expect(project.read('config/samples/other.yaml')).toBe(
      'apiVersion: "shop.my.domain/v2"\nkind: Site\nmetadata:\n  name: other\n',
    );
    expect(project.read('config/rbac/site_viewer_role.yaml')).toMatch(/^# Mine.\n[^]*  - sites\n/);
    expect(problemsOf(await project.rename(back))).toEqual(['renamed-deployed']);
    expect(project.snapshot()).toEqual(before);
  });
});
