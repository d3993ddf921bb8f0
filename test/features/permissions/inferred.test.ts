import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listSources } from '../../../src/language/analyze/sources.js';
import { hasErrors } from '../../../src/base/diagnostics/has-errors.js';
import { generate } from '../../../src/output/generate/generate.js';
import { disk } from '../../../src/base/io/disk.js';
import { overlay } from '../../../src/base/io/overlay.js';
import { toolVersion } from '../../../src/base/io/tool.js';
import { findProject } from '../../../src/project/find-project.js';
import { roleFile } from '../../../src/project/paths.js';
import { decoratorRules } from '../../../src/scaffold/refactor/markers/rbac-rules.js';
import { changesOf, problemsOf, testFolder } from '../../support/projects.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the sources of a project without a single `@Rbac`, by absolute path. */
function withoutMarkers(root: string): ReadonlyMap<string, string> {
  const texts = listSources(disk, root).map(({ path, text }) => {
    const spans = decoratorRules(path, text).map(({ decorator }) => [decorator.getStart(), decorator.end] as const);
    const kept = spans.toReversed().reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text);
    return [path, kept] as const;
  });
  return new Map(texts);
}

/** Returns the role that is generated for a project whose permissions are inferred. */
async function inferredRole(root: string): Promise<string | undefined> {
  const sources = withoutMarkers(root);
  expect([...sources.values()].join('\n')).not.toMatch(/@Rbac\(/);
  const { project } = findProject(disk, root);
  const host = overlay(disk, sources);
  const { files, diagnostics } = await generate(host, root, { ...project, permissions: 'inferred' }, toolVersion());
  expect(hasErrors(diagnostics)).toBe(false);
  return files.find(({ path }) => path === roleFile)?.content;
}

// The end-to-end test of each of these runs under its role, and meets no 403 in the audit log.
describe('the role that is inferred without markers', () => {
  test.each([
    ...['cronjob', 'foo', 'memcached', 'myownshell', 'sampledb', 'vmgroup', 'webserver'].map(
      (name) => `examples/${name}`,
    ),
    'test/golden/deploy-image',
  ])('of %s is the one that is declared', async (folder) => {
    const root = join(checkout, folder);
    expect(await inferredRole(root)).toBe(readFileSync(join(root, roleFile), 'utf8'));
  });
});

describe('a project with inferred permissions', () => {
  const made = async (options: object = {}) => {
    const project = testFolder();
    await project.init({ permissions: 'inferred', ...options });
    await project.createApi();
    await project.manifests();
    return project;
  };
  const controller = 'src/controller/webserver.controller.ts';

  test('has no markers, and is up to date', async () => {
    const project = await made();
    expect(project.read(controller)).not.toContain('Rbac');
    expect((await project.check()).diagnostics).toEqual([]);
  });

  test('has an old role as soon as the code uses more, until the manifests are generated again', async () => {
    const project = await made();
    const before = project.read(roleFile);
    project.edit(
      controller,
      'if (webServer === null) return;',
      'if (webServer === null) return;\n    await this.#client.delete(WebServer, webServer);',
    );
    expect(changesOf(await project.check())).toContain(`update ${roleFile}`);
    await project.manifests();
    expect(project.read(roleFile)).toBe(before.replace('  - get\n', '  - delete\n  - get\n'));
    expect((await project.check()).diagnostics).toEqual([]);
  });

  test('has what markers declare as well, of which check reports what the code does not use', async () => {
    const project = await made();
    const marker = "@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['get'] })\nexport class";
    project.edit(
      controller,
      'import { WebServer }',
      "import { Rbac } from '@operator-gen/runtime/api';\nimport { WebServer }",
    );
    project.edit(controller, 'export class', marker);
    await project.manifests();
    expect(project.read(roleFile)).toContain('- secrets\n');
    expect((await project.check()).diagnostics).toMatchObject([{ code: 'unused-permission' }]);
  });

  test('grants them in the namespace of an operator that watches only that', async () => {
    const project = await made({ namespaced: true });
    expect(project.read(roleFile)).toMatch(/kind: Role\nmetadata:\n {2}name: manager-role\n {2}namespace: \S+-system/);
    expect((await project.check()).diagnostics).toEqual([]);
  });

  test('can be made of another, and back', async () => {
    const project = testFolder();
    await project.init();
    await project.createApi();
    await project.manifests();
    const before = project.snapshot();
    await project.settings({ permissions: 'inferred' });
    expect(project.read('PROJECT')).toContain('permissions: inferred\n');
    expect(project.read(controller)).not.toContain('@Rbac');
    expect((await project.check()).diagnostics).toEqual([]);
    await project.settings({ permissions: 'declared' });
    expect(project.snapshot()).toEqual(before);
  });

  test.each([
    ['a comment', 'export class', '// Reconciles.\nexport class'],
    ['fewer verbs', ", 'create', 'update', 'patch', 'delete'],", '],'],
    ['another form', /@Rbac\([^]*?(?=export class)/, "@Rbac(WebServer, ['get', 'list', 'watch'])\n"],
  ])('can be made of one whose controller has %s: edited markers stay', async (_, before, after) => {
    const project = testFolder();
    await project.init();
    await project.createApi();
    project.write(controller, project.read(controller).replace(before, after));
    await project.manifests();
    const edited = project.read(controller);
    for (const permissions of ['inferred', 'declared'] as const) {
      expect(problemsOf(await project.settings({ permissions }))).toEqual([]);
      expect(project.read(controller)).toBe(edited);
    }
    expect(changesOf(await project.check())).toEqual([]);
  });
});
