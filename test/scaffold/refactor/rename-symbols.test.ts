import { describe, expect, it } from 'vitest';
import { planCodeMove } from '../../../src/scaffold/refactor/moves/plan-code-move.js';
import type { NamedIn } from '../../../src/scaffold/refactor/names/rename-edits.js';
import { changed, codeHost, codeRoot, typeProblems } from '../../support/code-project.js';
import type { Tree } from '../../support/tree.js';

const types = 'src/web.types.ts';
const web = 'export class Web {}\n';
const webToSite: readonly NamedIn[] = [{ file: types, name: 'Web', newName: 'Site' }];

function rename(files: Tree, renames: readonly NamedIn[] = webToSite) {
  return planCodeMove(codeHost(files), codeRoot, { renames });
}

/** What becomes of one file when `Web` of the types is called `Site`. */
function after(text: string, others: Tree = {}): string {
  const change = rename({ [types]: web, ...others, 'src/main.ts': text });
  expect(change.problems).toEqual([]);
  return change.files.get('src/main.ts') ?? text;
}

const imported = (name: string): string => `import { ${name} } from './web.types.js';\n`;

describe('renaming', () => {
  it.each([
    ['new Web();', 'new Site();'],
    ['let a: Web;', 'let a: Site;'],
    ['class B extends Web {}', 'class B extends Site {}'],
    ['const a = { Web };', 'const a = { Web: Site };'],
    ['const a = { Web: Web, b: { Web } };', 'const a = { Web: Site, b: { Web: Site } };'],
    ['export { Web };', 'export { Site };'],
    ['export { Web as Other };', 'export { Site as Other };'],
    ['export default Web;', 'export default Site;'],
    ['/** {@link Web} and {@link Web | text} */\nlet a;', '/** {@link Site} and {@link Site | text} */\nlet a;'],
    ['/** @see Web */\nlet a;', '/** @see Site */\nlet a;'],
    ['// Web\nlet a = "Web", b = `Web ${Web}`;', '// Web\nlet a = "Web", b = `Web ${Site}`;'],
    ['@Web class A { @Web() b!: Web }', '@Site class A { @Site() b!: Site }'],
    ['function f({ a = Web } = {}) {}\nnew Web();', 'function f({ a = Site } = {}) {}\nnew Site();'],
    ['let a = 1; ({ a = Web } = {}); new Web();', 'let a = 1; ({ a = Site } = {}); new Site();'],
    ['type A = typeof Web;', 'type A = typeof Site;'],
    ['const a = { b: 1 }; ({ Web: 1 }).Web;', 'const a = { b: 1 }; ({ Web: 1 }).Web;'],
    ['function f(Web: number) { return Web; }', 'function f(Web: number) { return Web; }'],
    ['function f<Web>(a: Web) {}', 'function f<Web>(a: Web) {}'],
    ['  new\tWeb ( ) ;\r\n\r\n', '  new\tSite ( ) ;\r\n\r\n'],
  ])('rewrites %s', (before, expected) => {
    expect(after(imported('Web') + before)).toBe(imported('Site') + expected);
  });

  it.each([
    ["import { Web as W } from './web.types.js'; new W();", "import { Site as W } from './web.types.js'; new W();"],
    ["import type { Web } from './web.types.js';", "import type { Site } from './web.types.js';"],
    ["import { type Web } from './web.types.js';", "import { type Site } from './web.types.js';"],
    ["import * as w from './web.types.js'; new w.Web();", "import * as w from './web.types.js'; new w.Site();"],
    ["export { Web } from './web.types.js';", "export { Site } from './web.types.js';"],
    [
      "declare module './web.types.js' { interface Web { a: Web } }\nexport {};",
      "declare module './web.types.js' { interface Site { a: Site } }\nexport {};",
    ],
    ["export { Web as Other } from './web.types.js';", "export { Site as Other } from './web.types.js';"],
    ["type A = import('./web.types.js').Web;", "type A = import('./web.types.js').Site;"],
    ["import w = require('./web.types.js'); new w.Web();", "import w = require('./web.types.js'); new w.Site();"],
    [
      "const { Web } = await import('./web.types.js'); new Web(); export {};",
      "const { Site } = await import('./web.types.js'); new Site(); export {};",
    ],
    [
      "const { Web: W } = await import('./web.types.js'); new W(); export {};",
      "const { Site: W } = await import('./web.types.js'); new W(); export {};",
    ],
    ["(await import('./web.types.js')).Web; export {};", "(await import('./web.types.js')).Site; export {};"],
    ["import { Other as Web } from './other.js'; new Web();", "import { Other as Web } from './other.js'; new Web();"],
    ['/** {@link Web} is not known here. */\nexport {};', '/** {@link Web} is not known here. */\nexport {};'],
  ])('rewrites %s', (before, expected) => {
    expect(after(before)).toBe(expected);
  });

  it('follows re-exports to the files that import from them', () => {
    const files = {
      [types]: '\ufeffexport class Web {}\r\n',
      'src/index.ts': "export * from './web.types.js';",
      'src/named.ts': "export { Web } from './index.js';",
      'test/a.test.ts': "import { Web } from '../src/named.js';\nexport const webs = [new Web()];",
    };
    expect(changed(files, rename(files))).toEqual({
      [types]: '\ufeffexport class Site {}\r\n',
      'src/index.ts': "export * from './web.types.js';",
      'src/named.ts': "export { Site } from './index.js';",
      'test/a.test.ts': "import { Site } from '../src/named.js';\nexport const webs = [new Site()];",
    });
  });

  it('renames several things at once, variables of a file among them', () => {
    const controller = 'src/web.controller.ts';
    const files = {
      [types]: 'export class WebSpec {}\nexport class Web { spec = new WebSpec(); }\n',
      [controller]: `${imported('Web, WebSpec')}
export class WebReconciler {
  async reconcile(given: Web) {
    const web = given;
    const { spec: other = new WebSpec() } = web;
    const copy = ({ web }: { web: Web }) => ({ web, other });
    return copy({ web });
  }
}
export function setupWebController(web: Web): void { void new WebReconciler().reconcile(web); }
`,
      'src/register.ts':
        "import { setupWebController } from './web.controller.js';\nsetupWebController({ web: 1 } as never);\n",
    };
    expect(typeProblems(files)).toEqual([]);
    const result = changed(
      files,
      rename(files, [
        { file: types, name: 'WebSpec', newName: 'SiteSpec' },
        { file: types, name: 'Web', newName: 'Site' },
        { file: controller, name: 'WebReconciler', newName: 'SiteReconciler' },
        { file: controller, name: 'setupWebController', newName: 'setupSiteController' },
        { file: controller, name: 'web', newName: 'site' },
        { file: controller, name: 'absent', newName: 'none' },
        { file: 'src/absent.ts', name: 'absent', newName: 'none' },
      ]),
    );
    expect(result[controller]).toBe(`${imported('Site, SiteSpec')}
export class SiteReconciler {
  async reconcile(given: Site) {
    const site = given;
    const { spec: other = new SiteSpec() } = site;
    const copy = ({ web: site }: { web: Site }) => ({ web: site, other });
    return copy({ web: site });
  }
}
export function setupSiteController(site: Site): void { void new SiteReconciler().reconcile(site); }
`);
    expect(result['src/register.ts']).toBe(
      "import { setupSiteController } from './web.controller.js';\nsetupSiteController({ web: 1 } as never);\n",
    );
    expect(typeProblems(result)).toEqual([]);
  });

  it('takes what is exported out of something else as before', () => {
    const files = {
      [types]: 'const all = { Web: 1 };\nexport const { Web } = all;\n',
      'src/main.ts': `${imported('Web')}export const webs = [Web];`,
    };
    const result = changed(files, rename(files));
    expect(result[types]).toBe('const all = { Web: 1 };\nexport const { Web: Site } = all;\n');
    expect(typeProblems(result)).toEqual([]);
  });

  it('leaves alone what an export is called further on', () => {
    const files = {
      [types]: "export class Web {}\nexport const other = () => import('./other.js').then((all) => [all]);\n",
      'src/index.ts': "export { Web as Other, Web } from './web.types.js';",
      'src/other.ts':
        "import { webs } from './more.js';\nexport const all = async () => [webs, (await import('./web.types.js')).Web];",
      'src/more.ts': "export const webs = async () => (await import('./index.js')).Other;",
    };
    const change = rename(files);
    expect(change.problems).toEqual([]);
    expect(change.files.get('src/index.ts')).toBe("export { Site as Other, Site } from './web.types.js';");
    expect(change.files.has('src/more.ts')).toBe(false);
  });

  it('lets two things change names', () => {
    const files = { [types]: 'export class Web {}\nexport class Site extends Web {}\n' };
    const both = [...webToSite, { file: types, name: 'Site', newName: 'Web' }];
    expect(rename(files, both).files.get(types)).toBe('export class Site {}\nexport class Web extends Site {}\n');
  });

  it.each<[string, string, Tree?]>([
    [
      'another import',
      "import { Site } from './sites.js';\nimport { Web } from './web.types.js';\nnew Site(new Web());",
    ],
    ['an import that nothing uses', "import { Site } from 'sites';\nimport { Web } from './web.types.js';\nnew Web();"],
    ['a declaration', `${imported('Web')}class Site extends Web {}`],
    ['a variable around a use', `${imported('Web')}function f(Site: number) {\n  return new Web(Site);\n}`],
    ['something that is there everywhere', `${imported('Web')}new Web(Site);`],
    ['a type', `${imported('Web')}interface Site {}\nnew Web();`],
    ['a type parameter', `${imported('Web')}function f<Site>(a: Site, b: Web) {}`],
    ['a variable that nothing uses', 'export {};\nfunction f() {\n  const web = 1;\n  let site = 2;\n}'],
    ['an export', "export * from './web.types.js';\nexport const Site = 1;"],
    ['what another file passes on', "export * from './web.types.js';\nexport * from './sites.js';"],
  ])('changes nothing where the name is taken by %s', (_, text, others = {}) => {
    const files = { [types]: web, 'src/sites.ts': 'export class Site {}', ...others, 'src/main.ts': text };
    const change = rename(files, [...webToSite, { file: 'src/main.ts', name: 'web', newName: 'site' }]);
    expect(change.files.size).toBe(0);
    expect(change.problems).toMatchObject([{ code: 'rename-conflict', position: { file: 'src/main.ts' } }]);
  });

  it('says where the name is taken', () => {
    const text = `${imported('Web')}new Web();\nconst a = 1, Site = 2;`;
    const { problems } = rename({ [types]: web, 'src/main.ts': text });
    expect(problems).toMatchObject([{ position: { file: 'src/main.ts', line: 3, column: 14, length: 4 } }]);
    expect(rename({ [types]: `${web}const Site = 1;` }).problems).toMatchObject([
      { position: { file: types, line: 2 } },
    ]);
  });

  it.each([
    `${imported('Web')}new Web().Site; ({ Site: 1 }); "Site";`,
    `${imported('Web')}function f(Site: number) { return Site; }\nnew Web();`,
    `${imported('Web')}import { Site as S } from './sites.js';\nnew Web(S);`,
    "import { Site } from './sites.js';\nnew Site();",
  ])('is not stopped by a name that means nothing to it: %s', (text) => {
    const { problems } = rename({ [types]: web, 'src/sites.ts': 'export class Site {}', 'src/main.ts': text });
    expect(problems).toEqual([]);
  });

  it('changes nothing where a file does not parse, and says where', () => {
    const change = rename({ [types]: web, 'test/a.test.ts': 'const a = 1;\nconst = 2;' });
    expect(change.files.size).toBe(0);
    expect(change.problems).toMatchObject([
      { code: 'code-syntax-error', position: { file: 'test/a.test.ts', line: 2 } },
    ]);
  });

  it.each(['package', 'class', 'await', 'a-b', 'a b', '', '1a', 'eval', 'enum'])(
    'takes no name such as %j',
    (newName) => {
      expect(rename({ [types]: web }, [{ file: types, name: 'Web', newName }])).toMatchObject({
        problems: [{ code: 'reserved-name' }],
      });
    },
  );

  it.each(['from', 'type', 'Größe', '$_1'])('takes a name such as %j', (newName) => {
    expect(rename({ [types]: web }, [{ file: types, name: 'Web', newName }]).problems).toEqual([]);
  });
});
