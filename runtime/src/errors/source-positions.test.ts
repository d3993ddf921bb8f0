import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';

const module = fileURLToPath(new URL('source-positions.ts', import.meta.url));

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'operator-gen-positions-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles a program as a scaffolded project does, and returns what it prints. */
function run(program: string, { map = true, flags = [] as readonly string[] } = {}): string {
  const entry = join(folder, 'program.ts');
  writeFileSync(entry, `import { nameSourcesInStacks } from ${JSON.stringify(module)};\n\n${program}`);
  const outfile = join(folder, 'dist/main.mjs');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'error',
  });
  if (!map) rmSync(`${outfile}.map`);
  return execFileSync(process.execPath, [...flags, outfile], { encoding: 'utf8' });
}

// Line 8 of the program.
const failing = `nameSourcesInStacks();
interface Thing {
  name: string;
}
function fail(thing: Thing): never {
  throw new TypeError(thing.name, { cause: new Error('why') });
}
try {
  fail({ name: 'a thing' });
} catch (error) {
  console.log((error as Error).stack);
  console.log(((error as Error).cause as Error).stack);
}
`;

it('names sources in the stacks of a bundle that has a map beside it', () => {
  const [head, first, second] = run(failing).split('\n');
  expect(head).toBe('TypeError: a thing');
  expect(first).toBe('    at fail (program.ts:8:9)');
  expect(second).toMatch(/^ {4}at program\.ts:11:\d+$/);
});

it('leaves stacks as they are without a map', () => {
  expect(run(failing, { map: false })).toMatch(/^TypeError: a thing\n {4}at fail \(file:\/\/.*main\.mjs:\d+:\d+\)\n/);
});

it('leaves them to Node.js where it does so itself, and to a function of the user', () => {
  expect(run(failing, { flags: ['--enable-source-maps'] })).toContain('main.mjs:');
  expect(run(`Error.prepareStackTrace = () => 'mine';\n${failing}`)).toBe('mine\nmine\n');
  expect(run(`Error.prepareStackTrace = () => 7;\n${failing}`)).toBe('7\n7\n');
});

it('changes nothing else in a stack', () => {
  const said = run(`nameSourcesInStacks();
console.log(new Error('    at file:///somewhere/main.mjs:1:1\\n  at x:1:1').stack);
try {
  process.getBuiltinModule('node:fs').readFileSync('/nowhere');
} catch (problem) {
  console.log((problem as Error).stack);
}
`);
  expect(said).toContain('Error:     at file:///somewhere/main.mjs:1:1\n  at x:1:1\n');
  expect(said).toMatch(/at .*node:fs:\d+/);
  expect(said).toContain('program.ts:6:');
});

it('finds positions again after many others', () => {
  const said = run(`nameSourcesInStacks();
const stacks = new Set<string>();
for (let index = 0; index < 3; index += 1) stacks.add(new Error('x').stack!);
console.log(stacks.size);
setTimeout(() => console.log(new Error('late').stack!.split('\\n')[1]!.trim()), 5);
`);
  expect(said).toMatch(/^1\nat Timeout\S* \(program\.ts:7:\d+\)\n|^1\nat .*program\.ts:7:\d+/);
});
