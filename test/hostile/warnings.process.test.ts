import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type BuiltCli, buildCli, spawnCli } from '../cli/framework/built.js';
import { disk } from '../../src/base/io/disk.js';
import { generate } from '../../src/library/generate.js';
import { inspect } from '../../src/library/inspect.js';
import { workspaceFolders } from '../../src/project/workspace.js';
import { few } from '../support/few.js';
import { projectWithApi, type TestProject } from '../support/projects.js';
import { temporaryFolder } from '../support/tree.js';

// A key that is a collection, and a tag that nobody knows: the YAML package warns of both, with the text as it stands.
const key = '? ["##vso[a]\u009b2J"]\n: b\n';
const tag = 'x: !<a%0A::error::b> c\ny: !nobody d\n';
const paths = {
  PROJECT: 'PROJECT',
  sample: 'config/samples/_v1_webserver.yaml',
  role: 'config/rbac/webserver_viewer_role.yaml',
  kustomization: 'config/default/kustomization.yaml',
} as const;

async function projectWith(name: keyof typeof paths, text: string): Promise<TestProject> {
  const project = await projectWithApi();
  const path = paths[name];
  const start = name === 'sample' || name === 'role' ? '---\n' : '';
  project.write(path, `${project.read(path)}${start}${text}`);
  return project;
}

describe('a text that the YAML package warns of', () => {
  const warnings: unknown[] = [];
  beforeEach(() => {
    warnings.length = 0;
    const keep = (...all: unknown[]): void => void warnings.push(...all);
    vi.spyOn(process, 'emitWarning').mockImplementation(keep);
    for (const each of ['log', 'warn', 'error'] as const) vi.spyOn(console, each).mockImplementation(keep);
  });
  afterEach(() => vi.restoreAllMocks());

  few(2).each(
    Object.keys(paths).flatMap((name) => [key, tag].map((text) => [name as keyof typeof paths, text] as const)),
  )('in the %s is read without a warning: %j', async (name, text) => {
    const project = await projectWith(name, text);
    await project.check();
    await project.inspect();
    await project.settings({ namespaced: true, dryRun: true });
    await project.rename({ kind: 'WebServer', toKind: 'Site', dryRun: true });
    await generate({ cwd: project.root });
    await inspect({ cwd: project.root });
    expect(warnings).toEqual([]);
  });

  it.each([key, tag])('in a list of packages around the project is read without a warning: %j', (text) => {
    const folder = temporaryFolder({ 'pnpm-workspace.yaml': `packages: [project]\n${text}`, 'project/x': '' });
    expect(workspaceFolders(disk, join(folder, 'project'))).toContain(folder);
    expect(warnings).toEqual([]);
  });
});

it('only one module hands a text to the YAML package, and none lets it warn', () => {
  const root = resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [...text.matchAll(/import (?!type )([^;]*?) from 'yaml'/g)].map(([, names = '']) => names);
    const parsing = imports.some((names) => /\bparse\w*\b|\*/.test(names));
    const calls = [...text.matchAll(/(?:new Composer|yaml\.parse\w*)\([^;]*?\)/g)].map(([call]) => call);
    return [
      ...(parsing && path !== join('base', 'text', 'yaml-documents.ts') ? [path] : []),
      ...calls.filter((call) => !/logLevel: '(?:error|silent)'/.test(call)).map((call) => `${path}: ${call}`),
    ];
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

describe('the process', () => {
  let built: BuiltCli;
  beforeAll(async () => {
    built = await buildCli(inject('builtCli'));
  }, 120_000);
  afterAll(() => built.remove());

  it('prints nothing of the keys of a project', async () => {
    const project = await projectWith('PROJECT', key);
    const { exitCode, stderr } = spawnCli(built, ['check'], { cwd: project.root });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).not.toMatch(/Warning|vso|\u009b/);
  });

  it.each([
    ['a warning', 'process.emitWarning(text)'],
    ['a deprecation', "process.emitWarning(text, 'DeprecationWarning', 'DEP9')"],
    ['a warning of another name', 'process.emitWarning(text, { type: text })'],
  ])('drops %s, and guards it with --verbose', (_, statement) => {
    const cwd = temporaryFolder();
    const preload = join(cwd, 'warn.cjs');
    const text = JSON.stringify(`\u001b[2J\u009b31m\n::error::x\n##vso[task]${'y'.repeat(9000)}`);
    // When the listener of Node.js itself is gone, however long the program takes to load.
    const warn = `const warn = () => (process.listeners('warning').includes(own) ? setImmediate(warn) : ${statement});`;
    writeFileSync(preload, `const text = ${text}; const [own] = process.listeners('warning'); ${warn} warn();`);
    const run = (...flags: string[]) =>
      spawnCli(built, ['inspect', 'markers', ...flags], {
        cwd,
        node: ['-r', preload],
        env: { GITHUB_ACTIONS: 'true' },
      }).stderr;
    expect(run()).not.toContain('yyy');
    const [line = '', ...others] = run('--verbose')
      .split('\n')
      .filter((each) => /::error|##|yyy|Node\.js warns/.test(each));
    expect(others).toEqual([]);
    expect(line).toMatch(/^Node\.js warns: /);
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f]|##\w*\[/);
    expect(line.length).toBeLessThan(600);
  });
});
