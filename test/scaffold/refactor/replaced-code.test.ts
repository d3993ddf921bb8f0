import { describe, expect, test } from 'vitest';
import { mergeCode, type MergeCodeOptions } from '../../../src/scaffold/refactor/merge/merge-code.js';

const context = 'const context = { signal: new AbortController().signal };\n';
const ignores = `describe('the reconciler', () => {
  it('ignores an object that is gone', async () => {
    await reconcile(context);
  });
});
`;
const before = `import { describe, it } from 'vitest';
import { reconcile } from './foo.controller.js';

${context}
${ignores}`;
const after = `import { findAssets } from '@operator-gen/runtime/testing';
import { describe, expect, it } from 'vitest';
import { Foo } from '../api/v1/foo.types.js';
import { reconcile } from './foo.controller.js';

${context}
describe('Foo', () => {
  it('is a kind', () => {
    expect(Foo.kind).toBe('Foo');
  });
});

// Without them, the tests are skipped.
const assets = await findAssets();
if (!assets.found) console.warn(assets.reason);

describe.skipIf(!assets.found)('the reconciler of a server', () => {
  it('ignores an object that is gone', async () => {
    await reconcile(context);
  });
});
`;

/** What a user has in the place of scaffolded tests. */
const replacements: readonly (readonly [string, string])[] = [
  ['tests of the user', "import { it } from 'vitest';\n\nit('is ours', () => {\n  run();\n});\n"],
  ['nothing', ''],
  ['comments', '// Nothing is tested here.\n'],
  ['names like those of the template', "import { it } from 'vitest';\n\nconst key = 'assets';\nit(key, run);\n"],
];

const release: MergeCodeOptions = { isMoved: () => false };

describe.each([
  ['a command', {}],
  ['a release', release],
] as const)('%s that changes scaffolded tests', (_, options) => {
  test.each(replacements)('leaves %s in their place', (_name, existing) => {
    const path = 'src/foo.test.ts';
    expect(mergeCode(path, { before, existing, after }, options)).toEqual({
      files: new Map([[path, existing]]),
      problems: [],
    });
  });

  test('adds its own beside those that are left', () => {
    const existing = `${before.replace(ignores, '')}describe('ours', () => {\n  run(context);\n});\n`;
    const merged = mergeCode('src/foo.test.ts', { before, existing, after }, options)!;
    expect(merged.problems).toEqual([]);
    const text = merged.files.get('src/foo.test.ts')!;
    expect(text).toContain("describe.skipIf(!assets.found)('the reconciler of a server'");
    expect(text).toContain('if (!assets.found) console.warn(assets.reason);');
    expect(text).toContain("describe('ours', () => {\n  run(context);\n});\n");
  });

  test('adds no declaration for a test that cannot come, and reports the test', () => {
    const existing = `import { describe } from 'vitest';

describe('the reconciler', () => {
  run({ signal: undefined });
});
`;
    const merged = mergeCode('src/foo.test.ts', { before, existing, after }, options)!;
    const told = merged.problems.filter(({ kind }) => kind !== 'keep');
    expect(told).toEqual([expect.objectContaining({ kind: 'add' })]);
    expect(JSON.stringify(told)).not.toContain('const assets');
    const text = merged.files.get('src/foo.test.ts')!;
    expect(text).not.toContain('assets');
    expect(text).toContain("describe('the reconciler', () => {\n  run({ signal: undefined });\n});\n");
  });
});

const imports = "import { managedBy, type Manager } from '@operator-gen/runtime';\n";
const setup = (...lines: readonly string[]): string =>
  `export async function setup(manager: Manager): Promise<void> {\n${lines.map((each) => `  ${each}\n`).join('')}}\n`;

describe('a command that changes other code', () => {
  const path = 'src/foo.ts';
  const old = `${imports}\n${setup('const all = managedBy(manager);', 'await start(all);')}`;
  const checks = `const limit = 3;\n\n/** Checks. */\nexport class Checks {\n  readonly most = limit;\n}\n`;
  const fresh = `${imports}\n${checks}\n${setup('const all = managedBy(manager);', "log('starting');", 'await run(new Checks());', 'await start(all);')}`;
  const own = 'export const ours = 1;\n';

  test.each([
    ['code of the user', own],
    ['nothing', ''],
    ['comments', '// Ours.\n'],
  ])('adds what it exports to %s, with the declarations that this needs', (_, existing) => {
    const { files, problems } = mergeCode(path, { before: old, existing, after: fresh })!;
    for (const each of [existing, 'const limit = 3;\n', 'export class Checks {'])
      expect(files.get(path)).toContain(each);
    expect(files.get(path)).not.toContain('log(');
    expect(problems).toMatchObject([{ kind: 'add', symbol: 'setup', isGone: true }]);
    expect(problems[0]!.lines.join(' ')).toContain('run(new Checks())');
  });

  test.each([
    ['code of the user', own],
    ['nothing', ''],
  ])('says nothing of statements that %s does without', (_, existing) => {
    const plain = fresh.replace('  await run(new Checks());\n', '').replace(checks, '');
    expect(mergeCode(path, { before: old, existing, after: plain })).toEqual({
      files: new Map([[path, existing]]),
      problems: [],
    });
    const released = mergeCode(path, { before: old, existing, after: plain }, release)!;
    expect(released.problems).toMatchObject([{ kind: 'add', symbol: 'setup', isGone: true }]);
  });

  test('tells of what calls the new code, and of nothing else, where a body is replaced', () => {
    const existing = `${imports}\n${setup('await ours(manager);')}`;
    const { files, problems } = mergeCode(path, { before: old, existing, after: fresh })!;
    expect(files.get(path)).toContain(setup('await ours(manager);'));
    expect(files.get(path)).toContain('export class Checks {');
    expect(problems).toMatchObject([{ kind: 'add', symbol: 'setup', lines: ['await run(new Checks());'] }]);
  });

  test('leaves a body without statements', () => {
    const existing = `${imports}\n${setup()}`;
    const plain = fresh.replace('  await run(new Checks());\n', '').replace(checks, '');
    expect(mergeCode(path, { before: old, existing, after: plain })).toEqual({
      files: new Map([[path, existing]]),
      problems: [],
    });
    const released = mergeCode(path, { before: old, existing, after: plain }, release)!;
    expect(released.files.get(path)).toBe(existing);
    expect(released.problems).toMatchObject([{ kind: 'add', symbol: 'setup', isGone: true }]);
    const { files } = mergeCode(path, { before: old, existing, after: fresh })!;
    expect(files.get(path)).toContain(setup('await run(new Checks());'));
  });

  test('does not leave out a declaration that takes the place of an import', () => {
    const imported = "import { limit } from './limits.js';\n\nexport class Checks {\n  readonly most = limit;\n}\n";
    const declared = 'const limit = 3;\n\nexport class Checks {\n  readonly most = limit;\n}\n';
    const existing = "import { limit } from './limits.js';\n\nexport const ours = limit + 1;\n";
    // It is made by lines then.
    expect(mergeCode(path, { before: imported, existing, after: declared })).toBeUndefined();
  });

  test('needs no name or text that is gone', () => {
    const main = (name: string): string => `import { run } from './run.js';\n\nawait run({ name: '${name}', run });\n`;
    const change = { before: main('one-operator'), after: main('other-operator') };
    const gone = "import { begin } from './ours.js';\n\nawait begin();\n";
    expect(mergeCode(path, { ...change, existing: gone })).toEqual({ files: new Map([[path, gone]]), problems: [] });
    const there = "import { begin } from './ours.js';\n\nawait begin('one-operator');\n";
    const { files, problems } = mergeCode(path, { ...change, existing: there })!;
    expect([files.get(path), problems]).toEqual([there.replace('one-', 'other-'), []]);
  });
});
