import { describe, expect, test } from 'vitest';
import { planCodeMove } from '../../../src/scaffold/refactor/moves/plan-code-move.js';
import { staleExports } from '../../../src/features/upgrade/stale-exports.js';
import { memoryDisk, root } from '../../support/memory-disk.js';

const renamedExports = [{ module: 'pack/of', from: 'Old', to: 'New' }];

/** The code of a file after the rename. */
function renamed(code: string, more: Readonly<Record<string, string>> = {}): string {
  const files = new Map(Object.entries({ 'src/a.ts': code, ...more }));
  const { files: changed, problems } = planCodeMove(memoryDisk(files).host, root, { renamedExports });
  expect(problems).toEqual([]);
  return changed.get('src/a.ts') ?? code;
}

describe('an export with another name is renamed', () => {
  test.each([
    [
      'in an import and wherever code refers to it',
      "import { Old } from 'pack/of';\nnew Old();\nlet a: Old;\n",
      "import { New } from 'pack/of';\nnew New();\nlet a: New;\n",
    ],
    [
      'in a type import',
      "import type { Old } from 'pack/of';\nlet a: Old[];\n",
      "import type { New } from 'pack/of';\nlet a: New[];\n",
    ],
    [
      'beside other names',
      "import { a, type Old, b } from 'pack/of';\nlet c: Old = a + b;\n",
      "import { a, type New, b } from 'pack/of';\nlet c: New = a + b;\n",
    ],
    [
      'in an import with an alias',
      "import { Old as Mine } from 'pack/of';\nnew Mine();\n",
      "import { New as Mine } from 'pack/of';\nnew Mine();\n",
    ],
    [
      'in an import with the new name as alias',
      "import { Old as New } from 'pack/of';\nnew New();\n",
      "import { New } from 'pack/of';\nnew New();\n",
    ],
    [
      'with an alias where the new name is taken',
      "import { Old } from 'pack/of';\nconst New = new Old();\n",
      "import { New as Old } from 'pack/of';\nconst New = new Old();\n",
    ],
    [
      'in a re-export, which keeps its name',
      "export { Old } from 'pack/of';\n",
      "export { New as Old } from 'pack/of';\n",
    ],
    [
      'in a re-export with an alias',
      "export { Old as Mine } from 'pack/of';\n",
      "export { New as Mine } from 'pack/of';\n",
    ],
    [
      'in an export of an import, which keeps its name',
      "import { Old } from 'pack/of';\nexport { Old };\n",
      "import { New } from 'pack/of';\nexport { New as Old };\n",
    ],
    [
      'in a namespace',
      "import * as of from 'pack/of';\nnew of.Old();\nlet a: of.Old;\n",
      "import * as of from 'pack/of';\nnew of.New();\nlet a: of.New;\n",
    ],
    [
      'in the type of an import',
      "let a: import('pack/of').Old;\nlet b: typeof import('pack/of').Old.c;\n",
      "let a: import('pack/of').New;\nlet b: typeof import('pack/of').New.c;\n",
    ],
    [
      'in a dynamic import',
      "const { Old } = await import('pack/of');\nOld();\n",
      "const { New: Old } = await import('pack/of');\nOld();\n",
    ],
    [
      'in a dynamic import with an alias',
      "const { Old: mine } = await import('pack/of');\n",
      "const { New: mine } = await import('pack/of');\n",
    ],
    [
      'in a short property, which keeps its name',
      "import { Old } from 'pack/of';\nf({ Old });\n",
      "import { New } from 'pack/of';\nf({ Old: New });\n",
    ],
    [
      'as an element of a namespace',
      "import * as of from 'pack/of';\nof['Old']();\n",
      "import * as of from 'pack/of';\nof['New']();\n",
    ],
    [
      'in a namespace that is taken apart',
      "import * as of from 'pack/of';\nconst { Old, 'Old': mine } = of;\n",
      "import * as of from 'pack/of';\nconst { New: Old, 'New': mine } = of;\n",
    ],
    ['as a member of a dynamic import', "(await import('pack/of')).Old();\n", "(await import('pack/of')).New();\n"],
    [
      'in a variable with a dynamic import',
      "const of = await import('pack/of');\nof.Old();\n",
      "const of = await import('pack/of');\nof.New();\n",
    ],
    [
      'in what a dynamic import is followed by',
      "import('pack/of').then((m) => m.Old());\nimport('pack/of').then(({ Old }) => Old());\n",
      "import('pack/of').then((m) => m.New());\nimport('pack/of').then(({ New: Old }) => Old());\n",
    ],
    [
      'in an import that requires',
      "import of = require('pack/of');\nof.Old();\nlet a: of.Old;\n",
      "import of = require('pack/of');\nof.New();\nlet a: of.New;\n",
    ],
    [
      'in mocks',
      "vi.mock('pack/of', () => ({ Old: vi.fn() }));\njest.mock('pack/of', () => {\n  return { 'Old': 1, a };\n});\n",
      "vi.mock('pack/of', () => ({ New: vi.fn() }));\njest.mock('pack/of', () => {\n  return { 'New': 1, a };\n});\n",
    ],
    [
      'in a mock with the original',
      "vi.mock(import('pack/of'), async (original) => {\n  const of = await original();\n  return { ...of, Old: of.Old };\n});\n",
      "vi.mock(import('pack/of'), async (original) => {\n  const of = await original();\n  return { ...of, New: of.New };\n});\n",
    ],
    [
      'in a file with CRLF',
      "import { Old } from 'pack/of';\r\nnew Old();\r\n",
      "import { New } from 'pack/of';\r\nnew New();\r\n",
    ],
  ])('%s', (_, before, after) => {
    expect(renamed(before)).toBe(after);
  });
});

describe('in a JavaScript file, an export with another name is renamed', () => {
  test.each([
    ['a.js', "import { Old } from 'pack/of';\nnew Old();\n", "import { New } from 'pack/of';\nnew New();\n"],
    ['a.mjs', "const { Old } = await import('pack/of');\n", "const { New: Old } = await import('pack/of');\n"],
    ['a.cjs', "const { Old } = require('pack/of');\nOld();\n", "const { New: Old } = require('pack/of');\nOld();\n"],
    ['b.cjs', "const of = require('pack/of');\nof.Old();\n", "const of = require('pack/of');\nof.New();\n"],
  ])('%s', (path, before, after) => {
    const disk = memoryDisk(new Map([[path, before]]));
    expect(planCodeMove(disk.host, root, { renamedExports }).files.get(path)).toBe(after);
  });

  test('unless it cannot be parsed, or is longer than anything that is written by hand', () => {
    const files = {
      'a.js': "import { Old } from 'pack/of'; (",
      'b.js': `require('pack/of').Old;${' '.repeat(600_000)}`,
    };
    const disk = memoryDisk(new Map(Object.entries(files)));
    expect(planCodeMove(disk.host, root, { renamedExports })).toEqual({ files: new Map(), problems: [] });
  });
});

describe('a place that can mean the old name is listed', () => {
  const places = (files: Readonly<Record<string, string>>): readonly string[] =>
    staleExports(memoryDisk(new Map(Object.entries(files))).host, root, renamedExports).map(
      ({ code, position }) => `${code} ${position!.file}:${position!.line}:${position!.column}`,
    );

  test.each([
    ['a string', "import * as of from 'pack/of';\nof[a ? 'Old' : 'b']();\n", 'stale-name a.ts:2:8'],
    ['a member of something else', "let of = await import('pack/of');\nof.Old();\n", 'stale-name a.ts:2:4'],
    ['a part of something else', "let of = await import('pack/of');\nconst { Old } = of;\n", 'stale-name a.ts:2:9'],
    ['a key', "const fake = { Old: 1 };\nvi.mock('pack/of', () => fake);\n", 'stale-name a.ts:1:16'],
  ])('%s', (_, code, place) => {
    expect(places({ 'a.ts': code })).toEqual([place]);
  });

  test('an import from a file that passes everything on', () => {
    const files = { 'of.ts': "export * from 'pack/of';\n", 'a.ts': "import { Old } from './of.js';\nOld();\n" };
    expect(places(files)).toEqual(['stale-name a.ts:1:10']);
  });

  test('and nothing in a file that has nothing to do with the package', () => {
    expect(
      places({ 'a.ts': "import { Old } from './b.js';\na.Old('Old');\n", 'b.ts': 'export class Old {}\n' }),
    ).toEqual([]);
  });
});

describe('something else with the old name stays', () => {
  test.each([
    ['of another module', "import { Old } from 'pack/other';\nnew Old();\n"],
    ['of its own', "import { a } from 'pack/of';\nclass Old {}\nnew Old();\na();\n"],
    ['in a string and a comment', "import { a } from 'pack/of';\n// Old\na('Old');\n"],
    ['as a member', "import { a } from 'pack/of';\na.Old();\n"],
    ['of a variable that is assigned again', "let of = await import('pack/of');\nof = a;\nof.Old();\n"],
    ['of variables that are each other', "import 'pack/of';\nconst a = b;\nconst b = a;\na.Old();\n"],
    ['of a namespace of another module', "import { a } from 'pack/of';\nimport * as b from 'x';\nb.Old(a);\n"],
  ])('%s', (_, code) => {
    expect(renamed(code)).toBe(code);
  });

  test('where a parameter hides the import', () => {
    const code = "import { Old } from 'pack/of';\nconst f = (Old: string) => Old;\nnew Old();\n";
    expect(renamed(code)).toBe("import { New } from 'pack/of';\nconst f = (Old: string) => Old;\nnew New();\n");
  });
});
