import { describe, expect, test } from 'vitest';
import { mergeCode } from '../../../src/scaffold/refactor/merge/merge-code.js';

const path = 'src/x.ts';

describe('a statement without a name that the user and a release change', () => {
  test.each([
    ['a default export', 'export default { a: 1 };\n', 'export default { a: 2 };\n', 'export default { a: 3 };\n'],
    [
      'a return',
      'function f() {\n  return 1;\n}\n',
      'function f() {\n  return 2;\n}\n',
      'function f() {\n  return 3;\n}\n',
    ],
    ['an assignment', 'process.title = 1;\n', 'process.title = 2;\n', 'process.title = 3;\n'],
    ['a re-export', "export * from './a.js';\n", "export * from './b.js';\n", "export * from './c.js';\n"],
    ['a throw', "throw new Error('a');\n", "throw new Error('b');\n", "throw new Error('c');\n"],
  ])('is not added a second time: %s', (_, before, existing, after) => {
    const merged = mergeCode(path, { before, existing, after })!;
    expect(merged.files.get(path)).toBe(existing);
    expect(merged.problems).toHaveLength(1);
  });

  test('stays as the user has it, also where both changes have room', () => {
    const [before, existing, after] = ['if (a) b();\n', 'if (aa) b();\n', 'if (a && c) b();\n'];
    const merged = mergeCode(path, { before, existing, after })!;
    expect(merged.files.get(path)).toBe(existing);
    expect(merged.problems).toMatchObject([{ kind: 'replace', lines: ['if (a && c) b();'] }]);
  });

  test('stays if the user has made the same change', () => {
    const [before, after] = ['export default { a: 1 };\n', 'export default { a: 3 };\n'];
    const existing = `${after}// Mine.\n`;
    const merged = mergeCode(path, { before, existing, after })!;
    expect([merged.files.get(path), merged.problems]).toEqual([existing, []]);
  });

  test('a call of something other than a builder is added where it belongs', () => {
    const code = (...lines: readonly string[]): string =>
      `beforeAll(async () => {\n${lines.map((each) => `  ${each}\n`).join('')}});\n`;
    const before = code('const a = await begin();', 'await a.ready();');
    const after = code('const a = await begin();', 'await vi.waitFor(b, 10);', 'await a.ready();');
    const existing = code('const a = await begin({ mine: 1 });', 'log(a);', 'await a.ready();');
    const merged = mergeCode(path, { before, existing, after })!;
    expect(merged.problems).toEqual([]);
    expect(merged.files.get(path)).toContain('  await vi.waitFor(b, 10);\n');
  });
});
