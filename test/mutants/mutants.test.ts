import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { testsOf, type ExecutedByFile } from './executed.js';
import { instrumented, mutated } from './instrument.js';
import { locate, placesOf } from './locate.js';
import { mutationsOf } from './mutations.js';
import { folderOf, sampleOf } from './sample.js';

const mutationsIn = (text: string): readonly string[] =>
  mutationsOf('src/base/one.ts', text).map(({ before, after }) => `${before} -> ${after ?? ''}`);

describe('mutations', () => {
  it.each([
    ['if (one) other();', ['one -> !(one)', 'other(); -> ']],
    ['x = one && other;', ['one && other -> one || other']],
    ['x = one ?? other;', ['one ?? other -> other']],
    ['x = one === 1 ? [2] : [];', ['one === 1 -> !(one === 1)', 'one === 1 -> one !== 1', '[2] -> []']],
    ['x = all.some(Boolean);', ['all.some -> all.every']],
    ['function f(): string { return one; }', ["one -> ''"]],
    ['function f(): boolean { return one; }', ['one -> !(one)']],
    ['await run();', ['await run(); -> ']],
    ["x = 'name';", ["'name' -> ''"]],
  ])('%s', (text, expected) => {
    expect(mutationsIn(text)).toEqual(expected);
  });

  it.each([
    "import { x } from './one.js';",
    "x = 'A message has blanks';",
    "type T = 'one' | true;",
    '[one, other] = pair;',
  ])('none: %s', (text) => {
    expect(mutationsIn(text)).toEqual([]);
  });

  it.each([
    ['< to <=', 'const f = (one, other) => one < other; f(1, 1)', [false, true]],
    ['call removed', 'const all = [1]; all.pop(); all.length', [0, 1]],
    ['some and every', 'const all = [1, 2]; all.some((each) => each > 1)', [true, false]],
    ['?? removed', 'const one = 1; one ?? 2', [1, 2]],
  ])('%s works while its number is on', (kind, text, expected) => {
    const [each] = mutationsOf('src/one.ts', text).filter((some) => some.kind === kind);
    const code = instrumented(text, [{ ...each!, id: 7 }]).replaceAll(' as any', '');
    const own = globalThis.isMutantOn;
    const valueWith = (id: number): unknown => {
      globalThis.isMutantOn = (other) => other === id;
      return runInThisContext(`{ ${code} }`);
    };
    try {
      expect([valueWith(0), valueWith(7)]).toEqual(expected);
    } finally {
      globalThis.isMutantOn = own;
    }
  });

  it('keep the lines of what follows them', () => {
    const text = 'x = [\n  1,\n];\ny = 2;';
    expect(mutated(text, mutationsOf('src/one.ts', text)).split('\n')[3]).toBe('y = 2;');
  });
});

describe('a sample', () => {
  const text = Array.from({ length: 50 }, (_, index) => `if (a${index}) b(a${index} === 1);`).join('\n');
  const all = ['src/base/a/one.ts', 'src/base/a/b/two.ts', 'src/features/c/d/three.ts'].flatMap((path) =>
    mutationsOf(path, text),
  );

  it('is the same for the same seed, and has as many of each folder', () => {
    const sample = sampleOf(all, 7, 6);
    expect(sample).toEqual(sampleOf(all, 7, 6));
    expect(sample).not.toEqual(sampleOf(all, 8, 6));
    expect(sample.map(({ path }) => folderOf(path)).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'src/base/a'),
      ...Array.from({ length: 6 }, () => 'src/features/c'),
    ]);
  });

  it('has no mutations in each other', () => {
    const sample = sampleOf(all, 1, 30);
    const overlaps = sample.filter((one) =>
      sample.some(
        (other) => other !== one && other.path === one.path && one.start < other.end && other.start < one.end,
      ),
    );
    expect(overlaps).toEqual([]);
  });
});

describe('the tests of a mutant', () => {
  const file = (path: string, milliseconds: number, mutants: readonly number[], failed = false): ExecutedByFile => ({
    path,
    milliseconds,
    loading: [],
    hooks: [],
    tests: [
      { name: 'does it', milliseconds, failed, mutants },
      { name: 'does something else', milliseconds, failed: false, mutants: [] },
    ],
  });
  const mutant = { id: 1, path: 'src/base/text/lines.ts' };

  it('are those that execute it and pass without it, its own first', () => {
    const executed = [
      file('test/cli/fast.test.ts', 10, [1]),
      file('test/base/text/lines.test.ts', 500, [1]),
      file('test/cli/other.test.ts', 10, [2]),
      file('test/cli/fails.test.ts', 10, [1], true),
    ];
    const { files, isComplete } = testsOf(mutant, executed, 10_000);
    expect(files.map(({ path, names }) => [path, names])).toEqual([
      ['test/base/text/lines.test.ts', ['does it']],
      ['test/cli/fast.test.ts', ['does it']],
    ]);
    expect(isComplete).toBe(true);
  });

  it.each(['loading', 'hooks'] as const)('are all of a file that executes it for several: %s', (phase) => {
    const { files } = testsOf(mutant, [{ ...file('test/base/text/lines.test.ts', 5, []), [phase]: [1] }], 1000);
    expect(files[0]?.names).toEqual(['does it', 'does something else']);
  });

  it('are as many as there is time for', () => {
    const executed = [file('test/cli/fast.test.ts', 10, [1]), file('test/cli/slow.test.ts', 90_000, [1])];
    const { files, isComplete } = testsOf(mutant, executed, 1000);
    expect(files.map(({ path }) => path)).toEqual(['test/cli/fast.test.ts']);
    expect(isComplete).toBe(false);
  });
});

describe('a mutation in another tree', () => {
  const text = 'function f() {\n  const one = 1;\n  if (one > 0) return;\n  g();\n}\n';
  const [condition] = mutationsOf('src/new/one.ts', text);

  it('is at the same lines, also where they are indented otherwise', () => {
    const old = `// A comment.\n${text.replaceAll('  ', '      ')}`;
    const found = locate(condition!, text, placesOf(new Map([['src/old/one.ts', old]])));
    expect(found).toMatchObject({ path: 'src/old/one.ts', before: 'one > 0', start: old.indexOf('one > 0') });
  });

  it('is unknown where the lines are others', () => {
    expect(locate(condition!, text, placesOf(new Map([['src/old/one.ts', 'if (one > 0) return;\n']])))).toBeUndefined();
  });
});
