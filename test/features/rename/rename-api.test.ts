import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { format, type Options } from 'prettier';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { typeProblems } from '../../support/code-project.js';
import { few } from '../../support/few.js';
import {
  changesOf,
  largeMultigroupProject,
  largeProject,
  newProject,
  problemsOf,
  projectWithApi,
  shop,
  type TestProject,
} from '../../support/projects.js';

/** Imports that lead nowhere, and names that nothing declares, as far as they are the project's own. */
function brokenNames(project: TestProject): readonly string[] {
  const files = Object.entries(project.snapshot()).filter(([path]) => /^src\/.*\.ts$/.test(path));
  const texts = Object.fromEntries(files.map(([path, text]) => [path, text.replace(/^\d+ /, '')]));
  return typeProblems(texts).filter((each) =>
    /Cannot find module '\.|has no exported member|Cannot find name '(?!node:|console|process|setTimeout|AbortController|structuredClone)/.test(
      each,
    ),
  );
}

function codeFiles(project: TestProject): readonly string[] {
  return Object.keys(project.snapshot()).filter((path) => /^src\/.*\.ts$/.test(path));
}

async function formatCode(project: TestProject, style: Options): Promise<void> {
  for (const path of codeFiles(project))
    project.write(path, await format(project.read(path), { ...style, parser: 'typescript' }));
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, '');
}

const there = { ...shop, kind: 'WebServer' };
const back = { ...shop, kind: 'Site', toKind: 'WebServer' };

describe('rename api', () => {
  it('renames a kind everywhere, and back gives the tree byte for byte', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    const outcome = await project.rename({ ...there, toKind: 'Site' });
    expect(problemsOf(outcome)).toEqual(['renamed-crd']);
    const after = project.snapshot();
    const mentions = Object.entries(after).filter(([path, text]) => /web-?server/i.test(`${path} ${text}`));
    expect(mentions.map(([path]) => path)).toEqual([]);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.rename(back))).toEqual(['renamed-crd']);
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
      '  /** An example field. Replace it with the fields of a WebServer. */\n',
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
      '    // Compare webServer.spec with the state of the cluster, and apply the differences.\n',
      '    const { spec } = webServer;\n    log.info(`of ${webServer.metadata.name}`, { spec });\n',
    );
    project.edit(test, "  it('reconciles an object'", "  it('reconciles one WebServer'");
    project.edit('src/webhook/v1/webserver.webhook.ts', "  // Add 'delete' to enable validateDelete.\n", '');
    project.edit('src/main.ts', 'import', "import { WebServer as Web } from './api/v1/webserver.types.js';\nimport");
    project.write(
      'src/mine.ts',
      "import { WebServer } from './api/v2/webserver.types.js';\n/** @rbac { groups: ['shop.my.domain'], resources: ['webservers'], verbs: ['get'] } */\nexport const kind = WebServer;\n",
    );
    project.edit(sample, 'size: 1', 'size: 3 # mine');
    project.edit('config/rbac/webserver_viewer_role.yaml', '# Grants', '# Mine.\n# Grants');
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
      'renamed-crd undefined:undefined deploying',
      'stale-name src/api/v1/site.types.ts:17 WebServer',
      'stale-name src/controller/site.controller.test.ts:68 WebServer',
      'stale-name src/controller/site.controller.ts:21 webservers',
      'stale-name config/rbac/site_viewer_role.yaml:2 webservers',
    ]);
    expect(outcome.diagnostics[1]?.message).toBe(
      'WebServer is still mentioned here and on line 22, but is now named Site',
    );
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
    expect(problemsOf(await project.rename(back))).toEqual(['renamed-crd']);
    expect(project.snapshot()).toEqual(before);
  });

  few(4).each([
    ['a plural', false, { ...there, toPlural: 'webs' }, { ...there, toPlural: 'webservers' }],
    [
      'a kind with an irregular plural',
      false,
      { ...shop, kind: 'Cart', toKind: 'Mouse' },
      { ...shop, kind: 'Mouse', toKind: 'Cart', toPlural: 'trolleys' },
    ],
    [
      'a kind that leaves its group',
      true,
      { ...there, toKind: 'Site', toGroup: 'web' },
      { group: 'web', kind: 'Site', toKind: 'WebServer', toGroup: 'shop' },
    ],
    ['a group to none', false, { ...shop, toGroup: '' }, { toGroup: 'shop' }],
    ['capitals', false, { ...there, toKind: 'Webserver' }, { ...shop, kind: 'Webserver', toKind: 'WebServer' }],
    [
      'a name that contains the old one',
      true,
      { ...there, toKind: 'WebServerPool' },
      { ...shop, kind: 'WebServerPool', toKind: 'WebServer' },
    ],
    ['a group', false, { ...shop, toGroup: 'web' }, { group: 'web', toGroup: 'shop' }],
    ['a group with folders', true, { ...shop, toGroup: 'web' }, { group: 'web', toGroup: 'shop' }],
  ] as const)('renames %s and back, unedited and edited', async (_, multigroup, forth, home) => {
    const project = await (multigroup ? largeMultigroupProject() : largeProject());
    const folder = multigroup ? 'shop/' : '';
    for (const edited of [false, true]) {
      if (edited) {
        for (const path of [
          'controller/#webserver.controller.ts',
          'webhook/#v1/webserver.webhook.ts',
          'api/#v1/webserver.types.ts',
          'controller/#webserver.controller.test.ts',
          'webhook/#webserver.converter.ts',
        ]) {
          const file = `src/${path.replace('#', folder)}`;
          project.write(file, `// Mine.\n${project.read(file)}`);
        }
        project.edit('config/samples/shop_v1_webserver.yaml', 'size: 1', 'size: 3 # mine');
      }
      const before = project.snapshot();
      const done = await project.rename(forth);
      expect(new Set(problemsOf(done))).toEqual(new Set(['renamed-crd']));
      const check = await project.check();
      expect(problemsOf(check)).toEqual([]);
      expect(changesOf(check)).toEqual([]);
      expect(brokenNames(project)).toEqual([]);
      expect(new Set(problemsOf(await project.rename(home)))).toEqual(new Set(['renamed-crd']));
      expect(project.snapshot()).toEqual(before);
    }
  });

  // Comments are changed by lines, so that other formatting leaves them as they are.
  it.each([
    ['double quotes', { singleQuote: false }],
    ['tabs', { useTabs: true }],
    ['short lines without semicolons', { semi: false, printWidth: 50 }],
    ['all of these', { singleQuote: false, useTabs: true, semi: false, printWidth: 50 }],
  ])('renames the scaffolded strings of code with %s', async (_, style) => {
    const [plain, styled] = [await largeProject(), await largeProject()];
    await formatCode(styled, style);
    for (const project of [plain, styled]) {
      expect(problemsOf(await project.rename({ ...there, toKind: 'Site' }))).toContain('renamed-crd');
      expect(problemsOf(await project.rename({ ...shop, toGroup: 'store' }))).toContain('renamed-crd');
    }
    for (const project of [plain, styled]) await formatCode(project, style);
    const codeOf = (project: TestProject): Readonly<Record<string, string>> =>
      Object.fromEntries(codeFiles(project).map((path) => [path, withoutComments(project.read(path))]));
    expect(codeOf(styled)).toEqual(codeOf(plain));
  });

  it('shows what it would do, and writes nothing, in a dry run', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    const { plan } = await project.rename({ ...there, toKind: 'Site', dryRun: true });
    expect(plan.files.find(({ path }) => path === 'src/controller/site.controller.ts')).toMatchObject({
      action: 'create',
      movedFrom: 'src/controller/webserver.controller.ts',
    });
    expect(project.snapshot()).toEqual(before);
  });

  it('refuses what has no place, and writes nothing', async () => {
    const project = await largeProject();
    project.write(
      'src/mine.ts',
      "import { WebServer } from './api/v1/webserver.types.js';\nexport class Mine extends WebServer {}\n",
    );
    project.write('src/api/v1/page.types.ts', 'export const mine = 1;\n');
    const before = project.snapshot();
    for (const [options, code] of [
      [{ kind: 'WebServer' }, 'nothing-to-rename'],
      [{ toKind: 'Site' }, 'rename-requires-kind'],
      [{ kind: 'None', toKind: 'Site' }, 'kind-not-found'],
      [{ ...there, toKind: 'cart' }, 'invalid-name'],
      [{ ...there, toKind: 'Object' }, 'invalid-name'],
      [{ ...there, toKind: 'CART' }, 'name-taken'],
      [{ ...there, toPlural: 'trolleys' }, 'name-taken'],
      [{ ...there, toKind: 'Deployment' }, 'kinds-share-files'],
      [{ ...there, toGroup: 'web' }, 'partial-group-rename'],
      [{ group: 'apps', kind: 'Deployment', toKind: 'Site' }, 'external-rename'],
      [{ ...there, toKind: 'Mine' }, 'rename-conflict'],
      [{ ...there, toKind: 'Page' }, 'move-target-exists'],
    ] as const) {
      const { diagnostics } = await project.rename(options);
      const codes = diagnostics.filter(({ severity }) => severity === 'error').map((each) => each.code);
      expect(new Set(codes), JSON.stringify(options)).toEqual(new Set([code]));
    }
    expect(project.snapshot()).toEqual(before);
  });

  it('changes nothing where all is called so already', async () => {
    const project = await largeProject();
    const outcome = await project.rename({ ...there, toKind: 'WebServer', toGroup: 'shop' });
    expect([...problemsOf(outcome), ...changesOf(outcome)]).toEqual([]);
  });

  it('lists nothing that is scaffolded under the new name, too', async () => {
    const project = await newProject();
    await project.createApi({ kind: 'Backup' });
    project.write('test/e2e/notes.ts', '// Each Backup is small.\n');
    expect(project.read('test/e2e/operator.test.ts')).toContain('`Backup: ');
    const { diagnostics } = await project.rename({ kind: 'Backup', toKind: 'Archive' });
    const files = diagnostics.filter(({ code }) => code === 'stale-name').map(({ position }) => position?.file);
    expect(files).toEqual(['test/e2e/notes.ts']);
  });

  it.each<[string, (project: TestProject) => Promise<Outcome>]>([
    ['edit --domain', (project) => project.settings({ domain: 'other.domain' })],
    ['rename api', (project) => project.rename({ kind: 'WebServer', toKind: 'Site' })],
    ['create webhook', (project) => project.createWebhook({ validation: true })],
  ])('says nothing of scaffolded tests that the user has removed: %s', async (_, run) => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true });
    for (const path of ['src/controller/webserver.controller.test.ts', 'src/webhook/v1/webserver.webhook.test.ts'])
      rmSync(join(project.root, path));
    expect(problemsOf(await run(project))).not.toContain('merge-target-missing');
  });

  it('lists nothing of an OLM bundle, which the command bundle makes', async () => {
    const project = await largeProject();
    project.write('bundle/metadata/annotations.yaml', 'annotations: {}\n');
    project.write('bundle/manifests/a.yaml', 'kind: WebServer\n');
    project.write('notes/a.yaml', 'kind: WebServer\n');
    const { diagnostics } = await project.rename({ ...there, toKind: 'Site' });
    const files = diagnostics.filter(({ code }) => code === 'stale-name').map(({ position }) => position?.file);
    expect(files.filter((file) => file?.startsWith('bundle/'))).toEqual([]);
    expect(files).toContain('notes/a.yaml');
  });

  it('leaves a file alone that its user has removed', async () => {
    const project = await largeProject();
    rmSync(join(project.root, 'src/controller/webserver.controller.test.ts'));
    expect(problemsOf(await project.rename({ ...there, toKind: 'Site' }))).toEqual(['renamed-crd']);
    expect(Object.keys(project.snapshot()).filter((path) => /(site|webserver).controller.test/.test(path))).toEqual([]);
  });
});
