import { describe, expect, it } from 'vitest';
import { planCodeMove } from '../../../src/scaffold/refactor/moves/plan-code-move.js';
import { changed, codeHost, codeRoot, typeProblems } from '../../support/code-project.js';
import type { Tree } from '../../support/tree.js';

const types = 'src/api/v1/web.types.ts';
const moved = 'src/api/web/v1/web.types.ts';
const web = 'export class Web {}\n';

function move(files: Tree, moves: Record<string, string>) {
  return planCodeMove(codeHost(files), codeRoot, { moves: new Map(Object.entries(moves)) });
}

/** What becomes of one file when the types move. */
function after(text: string, path = 'src/main.ts', others: Tree = {}): string {
  const change = move({ [types]: web, 'src/api/v1/gv.ts': '', ...others, [path]: text }, { [types]: moved });
  expect(change.problems).toEqual([]);
  return change.files.get(path) ?? text;
}

describe('moving files', () => {
  it.each([
    ["import { Web } from './api/v1/web.types.js';", "import { Web } from './api/web/v1/web.types.js';"],
    ["import type { Web } from './api/v1/web.types.js'", "import type { Web } from './api/web/v1/web.types.js'"],
    ['import "./api/v1/web.types.js";', 'import "./api/web/v1/web.types.js";'],
    ["export * from './api/v1/web.types.js';", "export * from './api/web/v1/web.types.js';"],
    ["export * as w from './api/v1/web.types.js';", "export * as w from './api/web/v1/web.types.js';"],
    ["export { Web } from './api/v1/web.types.ts';", "export { Web } from './api/web/v1/web.types.ts';"],
    ["import w = require('./api/v1/web.types.js');", "import w = require('./api/web/v1/web.types.js');"],
    ["const a = import('./api/v1/web.types.js');", "const a = import('./api/web/v1/web.types.js');"],
    ['const a = import(`./api/v1/web.types.js`);', 'const a = import(`./api/web/v1/web.types.js`);'],
    ["type A = import('./api/v1/web.types.js').Web;", "type A = import('./api/web/v1/web.types.js').Web;"],
    ["let a: typeof import('./api/v1/web.types.js');", "let a: typeof import('./api/web/v1/web.types.js');"],
    ["vi.mock('./api/v1/web.types.js', () => ({}));", "vi.mock('./api/web/v1/web.types.js', () => ({}));"],
    ["vi.mock(import('./api/v1/web.types.js'));", "vi.mock(import('./api/web/v1/web.types.js'));"],
    ["await vi.importActual('./api/v1/web.types.js');", "await vi.importActual('./api/web/v1/web.types.js');"],
    ["new URL('./api/v1/web.types.ts', import.meta.url);", "new URL('./api/web/v1/web.types.ts', import.meta.url);"],
    ["new URL('api/v1/web.types.ts', import.meta.url);", "new URL('./api/web/v1/web.types.ts', import.meta.url);"],
    ["import.meta.resolve('./api/v1/web.types.js');", "import.meta.resolve('./api/web/v1/web.types.js');"],
    ["declare module './api/v1/web.types.js' {}", "declare module './api/web/v1/web.types.js' {}"],
    ['/// <reference path="api/v1/web.types.ts" />', '/// <reference path="./api/web/v1/web.types.ts" />'],
    ["import './api/v1/web.types';", "import './api/web/v1/web.types';"],
  ])('rewrites %s', (before, expected) => {
    const around = (text: string): string => `${text}\n// './api/v1/web.types.js' \n  export  {  } ;\n`;
    expect(after(around(before))).toBe(around(expected));
  });

  it.each([
    "const a = './api/v1/web.types.js';",
    "vi.fn('./api/v1/web.types.js');",
    "import x from './api/v1/gv.js';",
    "import '@operator-gen/runtime';",
    "new URL('https://my.domain/api/v1/web.types.ts', import.meta.url);",
    "new URL('./api/v1/web.types.ts', base);",
  ])('leaves %s as it is', (text) => {
    expect(after(text)).toBe(text);
  });

  it('keeps what a file that moves imports', () => {
    const text = [
      "import { gv } from './gv.js';",
      "import data from '../../data.json' with { type: 'json' };",
      "import made from './made-by-a-build.js';",
      "const a = new URL('../fixtures/', import.meta.url), own = new URL('.', import.meta.url);",
      "vi.mock('../../log.js');",
    ].join('\n');
    const files = { [types]: text, 'src/api/v1/gv.ts': '', 'src/data.json': '{}', 'src/log.ts': '' };
    expect(move(files, { [types]: moved }).files.get(moved)).toBe(
      [
        "import { gv } from '../../v1/gv.js';",
        "import data from '../../../data.json' with { type: 'json' };",
        "import made from '../../v1/made-by-a-build.js';",
        "const a = new URL('../../fixtures/', import.meta.url), own = new URL('.', import.meta.url);",
        "vi.mock('../../../log.js');",
      ].join('\n'),
    );
  });

  it('writes only what differs: files that move together keep importing each other', () => {
    const text = "import { gv } from './gv.js';\r\nexport  const a = gv;";
    const files = { [types]: text, 'src/api/v1/gv.ts': '\ufeffexport const gv = 1;\r\n', 'src/main.ts': 'void 0;' };
    const change = move(files, { [types]: moved, 'src/api/v1/gv.ts': 'src/api/web/v1/gv.ts' });
    expect(Object.fromEntries(change.files)).toEqual({
      [moved]: text,
      'src/api/web/v1/gv.ts': '\ufeffexport const gv = 1;\r\n',
    });
  });

  it('reaches every file of the project, and none that is not', () => {
    const text = (path: string): string => `import { Web } from '${path}';`;
    const files = {
      [types]: web,
      'test/e2e/web.test.ts': text('../../src/api/v1/web.types.js'),
      'tools/mine.mts': text('../src/api/v1/web.types.js'),
      'vitest.config.ts': text('./src/api/v1/web.types.js'),
      'node_modules/other/index.ts': text('../../src/api/v1/web.types.js'),
      '.cache/x.ts': text('../src/api/v1/web.types.js'),
      'out/x.d.ts': text('../src/api/v1/web.types.js'),
      'tsconfig.json': '{ "compilerOptions": { "outDir": "out" } }',
    };
    const change = move(files, { [types]: moved });
    expect([...change.files.keys()].toSorted()).toEqual([
      moved,
      'test/e2e/web.test.ts',
      'tools/mine.mts',
      'vitest.config.ts',
    ]);
    expect(change.files.get('test/e2e/web.test.ts')).toBe(text('../../src/api/web/v1/web.types.js'));
  });

  it('lets two files change places, and circular imports follow', () => {
    const files = {
      'src/a.ts': "import './b.js'; // a",
      'src/b.ts': "import './a.js'; // b",
      'src/c.ts': "import './a.js';",
    };
    const moves = { 'src/a.ts': 'src/b.ts', 'src/b.ts': 'src/a.ts' };
    expect(Object.fromEntries(move(files, moves).files)).toEqual({
      'src/a.ts': "import './b.js'; // b",
      'src/b.ts': "import './a.js'; // a",
      'src/c.ts': "import './b.js';",
    });
  });

  it('changes no more than the case of a name where that is asked', () => {
    const files = { 'src/Web.ts': web, 'src/main.ts': "import { Web } from './Web.js';" };
    expect(Object.fromEntries(move(files, { 'src/Web.ts': 'src/web.ts' }).files)).toEqual({
      'src/web.ts': web,
      'src/main.ts': "import { Web } from './web.js';",
    });
  });

  it('follows a folder that is imported by its index', () => {
    const files = { 'src/api/index.ts': web, 'src/main.ts': "import { Web } from './api';\nimport './api/index.js';" };
    const index = (to: string) => move(files, { 'src/api/index.ts': to }).files.get('src/main.ts');
    expect(index('src/types/index.ts')).toBe("import { Web } from './types';\nimport './types/index.js';");
    expect(index('src/types.ts')).toBe("import { Web } from './types';\nimport './types.js';");
  });

  describe('with aliases', () => {
    const paths = (given: object) => JSON.stringify({ compilerOptions: { module: 'nodenext', paths: given } });

    it('keeps an alias, and changes what stands behind it', () => {
      const others = { 'tsconfig.json': paths({ '@/*': ['./src/*'] }) };
      expect(after("import '@/api/v1/web.types.js';", 'test/a.test.ts', others)).toBe(
        "import '@/api/web/v1/web.types.js';",
      );
      expect(after("import '@/api/v1/web.types';", 'test/a.test.ts', others)).toBe("import '@/api/web/v1/web.types';");
    });

    it('keeps an alias that leads there as before', () => {
      const others = { 'tsconfig.json': paths({ '@types/*': ['./src/api/v1/*', './src/api/web/v1/*'] }) };
      const text = "import '@types/web.types.js';";
      expect(after(text, 'src/main.ts', others)).toBe(text);
    });

    it('writes a path where no alias leads there', () => {
      const others = { 'tsconfig.json': paths({ '@web': ['./src/api/v1/web.types.ts'], '@v1/*': ['./src/api/v1/*'] }) };
      expect(after("import '@web';", 'src/main.ts', others)).toBe("import './api/web/v1/web.types.js';");
      expect(after("import '@v1/web.types.js';", 'src/main.ts', others)).toBe("import './api/web/v1/web.types.js';");
    });

    it('knows the imports of package.json, baseUrl, and aliases that are inherited or of a referenced tsconfig', () => {
      const text = "import '#api/v1/web.types.js';";
      const own = { 'package.json': '{ "name": "mine", "type": "module", "imports": { "#api/*": "./src/api/*" } }' };
      expect(after(text, 'src/main.ts', own)).toBe("import '#api/web/v1/web.types.js';");
      const base = { 'tsconfig.json': '{ "compilerOptions": { "baseUrl": "src" } }' };
      expect(after("import 'api/v1/web.types.js';", 'src/main.ts', base)).toBe("import 'api/web/v1/web.types.js';");
      const parts = {
        'tsconfig.json': '{ "files": [], "references": [{ "path": "./test" }] }',
        'tsconfig.base.json': paths({ '~/*': ['./src/*'] }),
        'test/tsconfig.json': '{ "extends": "../tsconfig.base.json", "include": ["."] }',
      };
      expect(after("import '~/api/v1/web.types.js';", 'test/a.test.ts', parts)).toBe(
        "import '~/api/web/v1/web.types.js';",
      );
    });
  });

  it('changes nothing where a file does not parse, and says where', () => {
    const change = move(
      { [types]: web, 'src/main.ts': "import './api/v1/web.types.js';\nclass {{" },
      { [types]: moved },
    );
    expect(change.files.size).toBe(0);
    expect(change.problems).toMatchObject([{ code: 'code-syntax-error', position: { file: 'src/main.ts', line: 2 } }]);
  });

  it('changes nothing where the new place is taken, whatever the case of the name', () => {
    for (const [taken, to] of [
      [moved, moved],
      ['src/Web.ts', 'src/web.ts'],
      ['src/web.ts', 'src/Web.ts'],
    ] as const) {
      const change = move({ [types]: web, [taken]: web }, { [types]: to });
      expect(change).toMatchObject({ problems: [{ code: 'move-target-exists' }] });
      expect(change.files.size).toBe(0);
    }
    const twice = { [types]: moved, 'src/other.ts': moved };
    expect(move({ [types]: web, 'src/other.ts': web }, twice).problems).toMatchObject([{ code: 'move-target-exists' }]);
  });

  it('changes nothing where an import would come to mean another file', () => {
    const files = { 'src/x/index.js': '', 'src/main.ts': "import './x/index.js';", 'src/y.ts': '' };
    expect(move(files, { 'src/y.ts': 'src/x/index.ts' })).toMatchObject({
      files: new Map(),
      problems: [{ code: 'import-conflict', position: { file: 'src/main.ts', line: 1, column: 9 } }],
    });
  });

  it('moves a file that is not UTF-8, but does not change it', () => {
    const binary = move({ [types]: '// \ufffd', 'src/main.ts': '' }, { [types]: moved });
    expect(binary).toMatchObject({ problems: [], files: new Map([[moved, '// \ufffd']]) });
    const importing = move({ [types]: "import './other.js';\n// \ufffd" }, { [types]: moved });
    expect(importing.problems).toMatchObject([{ code: 'not-utf8' }]);
  });

  it('leaves a project that type-checks', () => {
    const files: Tree = {
      [types]: "import { gv } from './gv.js';\nexport class Web { group = gv }\n",
      'src/api/v1/gv.ts': "export const gv = 'a';\n",
      'src/api/index.ts': "export * from './v1/web.types.js';\n",
      'src/main.ts':
        "import { Web } from './api/index.js';\nexport const web: import('./api/v1/web.types.js').Web = new Web();\n",
    };
    expect(typeProblems(files)).toEqual([]);
    const moves = new Map([[types, moved]]);
    const result = changed(files, planCodeMove(codeHost(files), codeRoot, { moves }), moves);
    expect(typeProblems(result)).toEqual([]);
    expect(result['src/api/index.ts']).toBe("export * from './web/v1/web.types.js';\n");
  });
});
