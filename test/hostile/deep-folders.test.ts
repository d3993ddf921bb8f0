import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildCli, type BuiltCli, spawnCli } from '../cli/built.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { makeTemporaryFolder } from '../support/tree.js';

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
beforeAll(() => void (built = buildCli()), 120_000);
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

describe.each(Object.keys(lookInto))('folders 1,500 levels deep in %s', (top) => {
  it.each(Object.keys(commands))('%s ends soon', (command) => {
    const root = project();
    nest(join(root, top, 'd'), 'a', 1500);
    const { exitCode, said, milliseconds } = run(root, commands[command]!);
    expect(milliseconds).toBeLessThan(longest);
    const isRefused = lookInto[top]!.includes(command);
    expect(exitCode, said).toBe(isRefused ? 1 : 0);
    expect(/error file-refused: .* is more than 256 folders deep in the project\n/.test(said), said).toBe(isRefused);
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

it('folders 250 levels deep, and as many folders in each other one, are read, and again from what is remembered', () => {
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
  expect(said).toContain('"file-refused"');
});
