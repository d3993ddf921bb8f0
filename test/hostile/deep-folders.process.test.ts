import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { buildCli, type BuiltCli, spawnCli, userEnvironment } from '../cli/framework/built.js';
import { few } from '../support/few.js';
import { firstOf } from '../support/seed.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';

// A walk that takes time in proportion to the entries needs far less; one that is quadratic in the depth needs more.
const longest = 25_000;
const rename = ['rename', 'api', '--group', 'parking', '--kind', 'CarPark', '--to-kind', 'Garage'];
const commands: Readonly<Record<string, readonly string[]>> = {
  check: ['check'],
  inspect: ['inspect'],
  manifests: ['manifests'],
  'edit --namespaced': ['edit', '--namespaced'],
  'edit --multigroup': ['edit', '--multigroup'],
  rename,
};

let built: BuiltCli;
beforeAll(async () => void (built = await buildCli(inject('builtCli'))), 120_000);
afterAll(() => built.remove());

function project(): string {
  const { path, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  cpSync(join(goldenFolder, 'webhooks'), path, { recursive: true });
  return path;
}

/** Folders inside each other, with a file in the innermost one. Made step by step, because the path can be too long for one call. */
function nest(folder: string, name: string, depth: number, file = 'x.txt'): void {
  const before = process.cwd();
  try {
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
    for (let level = 0; level < depth; level += 1) {
      mkdirSync(name);
      process.chdir(name);
    }
    writeFileSync(file, 'metadata: {}\n');
  } finally {
    process.chdir(before);
  }
}

function run(cwd: string, argv: readonly string[]) {
  const start = performance.now();
  const { exitCode, stdout, stderr } = spawnCli(built, argv, { cwd });
  return { exitCode, said: stdout + stderr, milliseconds: performance.now() - start };
}

/** Which commands look into a folder, and therefore say that it is too deep. */
const lookInto: Readonly<Record<string, readonly string[]>> = {
  src: Object.keys(commands),
  config: ['check', 'manifests', 'edit --multigroup', 'edit --namespaced', 'rename'],
  docs: ['edit --multigroup', 'edit --namespaced', 'rename'],
  test: ['edit --multigroup', 'edit --namespaced', 'rename'],
};

describe.each(firstOf(3, Object.keys(lookInto)))('folders 1,500 levels deep in %s', (top) => {
  let folder: TemporaryFolder;

  // One for all commands: each of them either refuses, or has nothing to change.
  beforeAll(() => {
    folder = makeTemporaryFolder();
    cpSync(join(goldenFolder, 'webhooks'), folder.path, { recursive: true });
    nest(join(folder.path, top, 'd'), 'a', 1500);
  });
  afterAll(() => folder.remove());

  it.each(Object.keys(commands))('%s ends soon', (command) => {
    const root = folder.path;
    const { exitCode, said, milliseconds } = run(root, commands[command]!);
    expect(milliseconds).toBeLessThan(longest);
    const isRefused = lookInto[top]!.includes(command);
    expect(exitCode, said).toBe(isRefused ? 1 : 0);
    expect(/error unsupported-file: .* is more than 256 folders deep in the project\n/.test(said), said).toBe(
      isRefused,
    );
  });
});

describe('folders that cannot be named', () => {
  it.each([
    ['folders 6,000 levels deep', 'a', 6000],
    ['folders with long names, 100 levels deep', 'a'.repeat(250), 100],
  ])('%s', (_, name, depth) => {
    const root = project();
    nest(join(root, 'src/d'), name, depth, 'x.ts');
    const { exitCode, said, milliseconds } = run(root, ['check']);
    expect(milliseconds).toBeLessThan(longest);
    expect([0, 1], said).toContain(exitCode);
  });
});

it('folders 250 levels deep, and many beside each other, are read, and again from what is remembered', () => {
  const root = project();
  nest(join(root, 'src/d'), 'a', 250, 'x.ts');
  nest(join(root, 'config/d'), 'a', 250, 'kustomization.yaml');
  for (let branch = 0; branch < 20; branch += 1) nest(join(root, `src/b${branch}`), 'a', 200, 'x.ts');
  for (let turn = 0; turn < 2; turn += 1) {
    const { exitCode, said, milliseconds } = run(root, ['check']);
    expect(exitCode, said).toBe(0);
    expect(milliseconds).toBeLessThan(longest);
  }
});

it('a kind in a folder that is too deep is not lost without a word', () => {
  const root = project();
  nest(join(root, 'src'), 'a', 257, 'x.ts');
  const { exitCode, said } = run(root, ['check', '--output', 'json']);
  expect(exitCode).toBe(1);
  expect(said).toContain('"unsupported-file"');
});

it('manifests --watch tells that folders in src are too deep, and ends', async () => {
  const root = project();
  nest(join(root, 'src/d'), 'a', 1500);
  const { exitCode, said } = await watchUntil(root, 'unsupported-file');
  expect(said).toContain('is more than 256 folders deep');
  expect([1, 130]).toContain(exitCode);
});

/** Runs `manifests --watch` until it has said a text, then interrupts it. */
async function watchUntil(cwd: string, text: string) {
  const env = userEnvironment({
    XDG_CACHE_HOME: join(built.folder, 'cache'),
    XDG_STATE_HOME: join(built.folder, 'state'),
  });
  const child = spawn(process.execPath, [built.bin, 'manifests', '--watch'], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const timer = setTimeout(() => child.kill('SIGKILL'), longest);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes(text) && said.includes('Watching for changes')) child.kill('SIGINT');
    });
  }
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { exitCode, said };
}

few(1).each([
  ['src', 'ts', 'export const a = 1;\n', 'check'],
  ['src', 'ts', 'export const a = 1;\n', 'edit --multigroup'],
  ['config', 'yaml', 'kind: CarPark\n', 'edit --namespaced'],
  ['docs', 'md', 'CarPark\n', 'rename'],
])('20,000 files in one folder of %s (.%s, each with %j): %s ends soon', (top, ending, text, command) => {
  const root = project();
  mkdirSync(join(root, top, 'w'), { recursive: true });
  for (let file = 0; file < 20_000; file += 1) writeFileSync(join(root, top, `w/f${file}.${ending}`), text);
  const { exitCode, said, milliseconds } = run(root, commands[command]!);
  expect(exitCode, said.slice(0, 1000)).toBe(0);
  expect(milliseconds).toBeLessThan(50_000);
});
