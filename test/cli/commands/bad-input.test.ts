import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sortDiagnostics } from '../../../src/base/diagnostics/print.js';
import { disk } from '../../../src/base/io/disk.js';
import { diskFull, faultAt } from '../../support/faults.js';
import { newProject, problemsOf, projectWithApi, testFolder, type TestProject } from '../../support/projects.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { temporaryFolder } from '../../support/tree.js';

const types = 'src/api/v1/webserver.types.ts';

/** Runs a command that has to be refused with these problems, and to leave not one byte changed. */
async function expectRefused(
  project: TestProject,
  command: () => Promise<Outcome>,
  problems: readonly string[],
): Promise<Outcome> {
  const before = project.snapshot();
  const outcome = await command();
  expect(problemsOf(outcome)).toEqual(problems);
  for (const { message, help } of outcome.diagnostics) expect(message !== '' && help !== '').toBe(true);
  expect(project.snapshot()).toEqual(before);
  return outcome;
}

describe('init is refused', () => {
  it.each([
    [{ domain: 'My.Domain' }, '--domain my.domain'],
    [{ domain: 'a..b' }, '--domain a.b'],
    [{ domain: '' }, undefined],
    [{ domain: 'a\nb' }, '--domain a-b'],
    [{ projectName: 'Web Server' }, '--project-name web-server'],
    [{ projectName: '-x-' }, '--project-name x'],
    [{ projectName: '{{x}}' }, '--project-name x'],
    [{ projectName: '__proto__' }, '--project-name proto'],
    [{ projectName: 'a'.repeat(51) }, `--project-name ${'a'.repeat(50)}`],
  ])('%j', async (options, suggestion) => {
    const project = testFolder();
    const { diagnostics } = await expectRefused(project, () => project.init(options), ['invalid-name']);
    if (suggestion !== undefined) expect(diagnostics[0]!.help).toContain(suggestion);
  });

  it('in a project', async () => {
    const project = await projectWithApi();
    await expectRefused(project, () => project.init(), ['project-exists']);
  });

  it('where files of the user are in the way, all named at once', async () => {
    const project = testFolder({
      'package.json': '{}\n',
      'src/register.ts': 'mine\n',
      'README.md': '# mine\n',
      'notes.txt': '',
    });
    const problems = ['present-file-kept', 'conflict package.json', 'conflict src/register.ts'];
    await expectRefused(project, () => project.init(), problems);
  });

  it('where a link is in the way, with --force too', async () => {
    const outside = temporaryFolder();
    const project = testFolder();
    symlinkSync(outside, join(project.root, 'config'));
    const outcome = await project.init({ force: true });
    expect(new Set(problemsOf(outcome))).toEqual(new Set(['symbolic-link']));
    expect(disk.list(outside)).toEqual([]);
    expect(disk.list(project.root)).toEqual(['config']);
  });

  it('where a folder is in the way of a file', async () => {
    const project = testFolder();
    mkdirSync(join(project.root, 'Makefile'));
    await expectRefused(project, () => project.init(), ['not-a-file']);
  });

  it('keeps what a folder can have before it is a project', async () => {
    const own = ['README.md', 'LICENSE', '.gitignore', '.gitattributes', '.github/dependabot.yml'];
    const project = testFolder(Object.fromEntries(own.map((path) => [path, '# mine\n'])));
    const { diagnostics } = await project.init();
    const kept = ['.github/dependabot.yml', 'README.md'];
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message.split(' ')[0]])).toEqual(
      kept.map((path) => ['present-file-kept', 'note', path]),
    );
    for (const path of [...kept, 'LICENSE']) expect(project.read(path)).toBe('# mine\n');
  });

  it('adds what its lists of patterns lack, before the lines of the user', async () => {
    const project = testFolder({
      '.gitignore': '/node_modules\r\n!.env\r\nmine\r\n',
      '.gitattributes': '*.png binary\n',
      '.prettierignore': 'dist\nmine/',
    });
    expect(problemsOf(await project.init())).toEqual([]);
    const ignored = project.read('.gitignore').split('\r\n');
    expect(ignored.slice(-5)).toEqual(['', '/node_modules', '!.env', 'mine', '']);
    expect(ignored).toEqual(expect.arrayContaining(['dist/*', 'kubeconfig', '*.pem']));
    for (const line of ['node_modules/', '.env']) expect(ignored).not.toContain(line);
    expect(project.read('.gitattributes')).toMatch(/merge=union\n\n\*\.png binary\n$/);
    expect(project.read('.prettierignore')).toMatch(/^bundle\/\n[^]*\n\ndist\nmine\/$/);
    // They are files of the project from now on: a setting changes its own line, and nothing else.
    expect(problemsOf(await project.settings({ helm: true }))).toEqual(['output-not-generated']);
    expect(
      project
        .read('.gitignore')
        .split('\r\n')
        .filter((line) => !ignored.includes(line)),
    ).toEqual(['!dist/chart/']);
    expect(problemsOf(await project.check())).toEqual(['output-not-generated']);
  });

  it('adds nothing to lists that have everything', async () => {
    const lists = ['.gitignore', '.gitattributes', '.prettierignore'];
    const other = await newProject();
    const project = testFolder(Object.fromEntries(lists.map((path) => [path, other.read(path)])));
    await project.init();
    expect(lists.map(project.read)).toEqual(lists.map(other.read));
  });
});

describe('create api is refused', () => {
  it.each([
    [{ version: '1foo' }, 'invalid-name'],
    [{ version: 'V1' }, 'invalid-name'],
    [{ version: 'v-' }, 'invalid-name'],
    [{ kind: 'webServer' }, 'invalid-name'],
    [{ kind: 'Web-Server' }, 'invalid-name'],
    [{ kind: 'constructor' }, 'invalid-name'],
    [{ kind: '__proto__' }, 'invalid-name'],
    [{ kind: 'A'.repeat(64) }, 'invalid-name'],
    [{ kind: "Q'uote" }, 'invalid-name'],
    [{ group: 'Shop' }, 'invalid-name'],
    [{ group: 'a_b' }, 'invalid-name'],
    [{ plural: 'Web Servers' }, 'invalid-name'],
    [{ plural: '1s' }, 'invalid-name'],
    [{ resource: false, controller: false }, 'nothing-to-create'],
    [{ kind: 'Other', plural: 'webservers' }, 'kind-taken'],
    [{ kind: 'Other', group: 'shop' }, 'multigroup-required'],
    [{ version: 'v2', namespaced: false }, 'api-exists'],
    [{ version: 'v2', plural: 'others' }, 'api-exists'],
    [{ namespaced: false }, 'api-exists'],
    [{ plural: 'others' }, 'api-exists'],
  ])('%j', async (options, code) => {
    const project = await projectWithApi();
    await expectRefused(project, () => project.createApi(options), [code]);
  });

  it('outside a project', async () => {
    const project = testFolder();
    await expectRefused(project, () => project.createApi(), ['project-not-found']);
  });

  it('where a file of the user is in the way', async () => {
    const project = await newProject();
    project.write(types, '// mine\n');
    await expectRefused(project, () => project.createApi(), [`conflict ${types}`]);
  });

  it('when the disk is full, whichever call meets it', async () => {
    const counting = faultAt(disk, Infinity, diskFull);
    const whole = testFolder({}, counting);
    await whole.init();
    const first = counting.calls();
    await whole.createApi();
    let failed = 0;
    // Every seventh call: the exhaustive round is the test of apply.
    for (let n = first; n < counting.calls(); n += 7) {
      const project = testFolder({}, faultAt(disk, n, diskFull));
      await project.init();
      const before = project.snapshot();
      const error = await project.createApi().catch((each: unknown) => each);
      if (!(error instanceof Error)) continue;
      failed += 1;
      expect(project.snapshot()).toEqual(before);
    }
    expect(failed).toBeGreaterThan(0);
  });
});

describe('manifests is refused', () => {
  it.each<[string, (project: TestProject) => void, string]>([
    [
      'a types file that does not parse',
      (made) => made.edit(types, 'export class WebServer extends', 'export class class extends'),
      'syntax-error',
    ],
    [
      'a types file without a kind',
      (made) => made.write(types, 'export interface WebServerSpec { a: string }\n'),
      'kind-class-missing',
    ],
    ['a missing types file', (made) => rmSync(join(made.root, types)), 'kind-file-missing'],
    [
      'a missing controller',
      (made) => rmSync(join(made.root, 'src/controller/webserver.controller.ts')),
      'controller-file-missing',
    ],
    [
      'a set-up function that is no longer exported',
      (made) =>
        made.edit('src/controller/webserver.controller.ts', 'export async function setup', 'async function setup'),
      'set-up-missing',
    ],
    ['a plain number', (made) => made.edit(types, 'size: Int32 = 1', 'size!: number'), 'bare-number'],
    [
      'an unknown argument',
      (made) => made.edit(types, "plural: 'webservers'", "plural: 'webservers', plurl: 'x'"),
      'unknown-argument',
    ],
    [
      'a marker on the wrong type',
      (made) => made.edit(types, 'size: Int32 = 1', 'size!: string'),
      'marker-type-mismatch',
    ],
    [
      'an argument that has to be computed',
      (made) => made.edit(types, '@Minimum(0)', '@Minimum(Number("0"))'),
      'not-a-literal',
    ],
    [
      'a default that does not fit',
      (made) => made.edit(types, 'size: Int32 = 1', 'size: Int32 = -1'),
      'invalid-default',
    ],
    [
      'a field twice',
      (made) => made.edit(types, 'size: Int32 = 1;', "size: Int32 = 1;\n  'size': Int32 = 1;"),
      'duplicate-field',
    ],
    [
      'a plural that PROJECT does not know',
      (made) => {
        made.edit(types, "'webservers'", "'servers'");
        // The markers, too: otherwise they name a resource that does not exist.
        const controller = 'src/controller/webserver.controller.ts';
        made.write(controller, made.read(controller).replaceAll("'webservers", "'servers"));
      },
      'project-mismatch',
    ],
    [
      'a scope that PROJECT does not know',
      (made) => made.edit(types, "'webservers' }", "'webservers', scope: 'Cluster' }"),
      'project-mismatch',
    ],
    [
      'a short name that Kubernetes refuses',
      (made) => made.edit(types, "'webservers' }", "'webservers', shortNames: ['W S'] }"),
      'invalid-name',
    ],
    [
      'names that are too long together',
      (made) =>
        made.write(
          'src/api/v1/long.types.ts',
          `import * as api from '@operator-gen/runtime/api';
@api.Resource({ group: '${Array(4).fill('a'.repeat(60)).join('.')}', version: 'v1' }, { plural: 'longthings' })
export class LongThing extends api.CustomResource {}
`,
        ),
      'invalid-name',
    ],
    [
      'a list map without its key',
      (made) => made.edit(types, "@ListMapKey('type')", "@ListMapKey('typ')"),
      'list-map-key-missing',
    ],
    [
      'a tag whose arguments do not parse',
      (made) => made.edit(types, '@Minimum(0)', '/** @minimum 1 + */'),
      'invalid-tag',
    ],
    [
      'a key that is given twice',
      (made) => made.edit(types, "plural: 'webservers'", "plural: 'x', plural: 'webservers'"),
      'duplicate-key',
    ],
    [
      'a number that JavaScript has not',
      (made) => made.edit(types, '@Minimum(0)', '@Minimum(-1e999)'),
      'inexact-number',
    ],
    [
      'a marker that is computed',
      (made) => made.edit(types, '@Minimum(0)', '@(globalThis ? Minimum(0) : Minimum(1))'),
      'computed-marker',
    ],
    [
      'a marker on a static field',
      (made) => made.edit(types, 'size: Int32 = 1', 'static size: Int32 = 1'),
      'misplaced-marker',
    ],
    [
      'more brackets than can be read',
      (made) => made.edit(types, 'size: Int32 = 1', `size: ${'['.repeat(5000)}`),
      'nesting-too-deep',
    ],
    [
      'types that would fill a disk',
      (made) => {
        made.edit(types, 'size: Int32 = 1', 'size!: T40');
        made.edit(types, '@Minimum(0)', '');
        const doubling = Array.from({ length: 40 }, (_, i) => `interface T${i + 1} { a: T${i}; b: T${i} }`);
        made.write(types, `${made.read(types)}interface T0 { a: string }\n${doubling.join('\n')}`);
      },
      'crd-too-large',
    ],
    [
      'a list kind that is the kind',
      (made) => made.edit(types, "'webservers'", "'webservers', listKind: 'WebServer'"),
      'invalid-name',
    ],
    [
      'a singular that leads out of the folder',
      (made) => made.edit(types, "'webservers'", "'webservers', singular: '../../x'"),
      'invalid-name',
    ],
    [
      'an empty version',
      (made) => made.edit(types, '@Resource(groupVersion', "@Resource({ group: 'my.domain', version: '' }"),
      'invalid-name',
    ],
    ['a PROJECT that is not YAML', (made) => made.write('PROJECT', 'a: [\n'), 'unreadable-project'],
    [
      'a PROJECT of a later version',
      (made) => made.edit('PROJECT', 'version: "3"', 'version: "4"'),
      'unsupported-project-version',
    ],
    [
      'a PROJECT of another tool',
      (made) => made.edit('PROJECT', 'typescript.operator-gen/v1', 'go.kubebuilder.io/v4'),
      'unsupported-layout',
    ],
    [
      'a PROJECT with a name that is none',
      (made) => made.edit('PROJECT', 'kind: WebServer', 'kind: web server'),
      'invalid-name',
    ],
    ['a record of files that is broken', (made) => made.write('.operator-gen/scaffold.json', '{'), 'unreadable-record'],
    [
      'a kustomization that is none',
      (made) => made.write('config/crd/kustomization.yaml', 'resources: 1\n'),
      'invalid-kustomization',
    ],
  ])('by %s', async (_, spoil, code) => {
    const project = await projectWithApi();
    spoil(project);
    const { diagnostics } = await expectRefused(project, project.manifests, [code]);
    expect(diagnostics[0]!.position).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
    await expectRefused(project, project.check, [code]);
  });

  it('by all problems of all files at once', async () => {
    const project = await projectWithApi();
    project.write('src/api/v1/broken.types.ts', 'class Resource {\n');
    project.edit(types, 'size: Int32 = 1', 'size!: number; other!: any');
    const { diagnostics } = await expectRefused(project, project.manifests, [
      'syntax-error',
      'bare-number',
      'any-type',
    ]);
    expect(sortDiagnostics(diagnostics)).toEqual(diagnostics);
  });

  it('by types of 200 levels it is not, and their sample is made', async () => {
    const project = await projectWithApi();
    project.edit(types, 'size: Int32 = 1', `size: Int32 = 1; deep!: ${'{ a: '.repeat(200)}string${' }'.repeat(200)}`);
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(project.read('config/samples/_v1_webserver.yaml').match(/a:/g)!.length).toBeGreaterThan(199);
  });

  it('by a marker of Go it is not: that is a warning', async () => {
    const project = await projectWithApi();
    project.edit(types, '@Minimum(0)', '// +kubebuilder:validation:Minimum=0\n  @Minimum(0)');
    const { diagnostics } = await project.manifests();
    expect(diagnostics).toMatchObject([{ code: 'go-marker', severity: 'warning', position: { line: 19, column: 6 } }]);
    expect(problemsOf(await project.check())).toEqual(['go-marker']);
  });

  it('by two kinds with one plural', async () => {
    const project = await projectWithApi();
    project.write('src/api/v1/other.types.ts', project.read(types).replaceAll('WebServer', 'Other'));
    await expectRefused(project, project.manifests, ['plural-taken']);
  });
});

it('takes a folder that tsconfig.json extends for no file, as the compiler does', async () => {
  const project = await projectWithApi();
  project.write('cfg/readme', '');
  project.write('tsconfig.json', '{ "extends": "./cfg" }');
  project.edit(types, "from './group-version.js';", "from './group-version.js';\nimport 'some-package';");
  expect(problemsOf(await project.manifests())).toEqual([]);
});
