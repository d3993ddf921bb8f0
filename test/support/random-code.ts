import fc from 'fast-check';
import { posix } from 'node:path';
import type { CodeMove } from '../../src/scaffold/refactor/moves/plan-code-move.js';
import type { Tree } from './tree.js';

/** A small project that type-checks, whose files import each other in every way and circularly, and a change of it. */
export interface RandomCode {
  readonly files: Tree;
  readonly moves: ReadonlyMap<string, string>;
  readonly renames: Required<CodeMove>['renames'];
}

const paths = ['src/a.ts', 'src/b/index.ts', 'src/b/c.ts', 'src/api/v1/d.types.ts', 'test/e.test.ts', 'src/Upper.ts'];
const folders = ['src', 'src/b', 'src/b/b', 'src/api/web/v1', 'src/api/v1', 'src/test'];
const baseNames = ['a.ts', 'index.ts', 'd.types.ts', 'd.ts', 'upper.ts', 'e.test.ts'];

/** The way a file uses another one. `own` and `other` are the numbers of the two. */
type Use = (path: string, other: number, own: number) => string;

const uses: readonly Use[] = [
  () => '',
  (path, j, i) => `import { Kind${j} } from '${path}';
/** Of {@link Kind${j}}; Kind${j} is text. @see Kind${j} */
export const use${i}_${j}: object = { Kind${j}, text: 'Kind${j} value${j}', of: (given: Kind${j}) => given };`,
  (path, j, i) => `import { Kind${j} as Other${j}, value${j}, type Kind${j} } from "${path}";
export class Use${i}_${j} extends Other${j} { of?: Kind${j}; value${j} = value${j}; own() { return { value${j} }; } }`,
  (path, j, i) => `import * as all${j} from '${path}';
export const use${i}_${j}: object = { all${j}, made: (given: all${j}.Kind${j}) => all${j}.make${j}(given.count) };`,
  (path, j, i) => `import type { Kind${j} } from '${path}'; // './a.js'
export type Use${i}_${j} = Kind${j} | typeof import('${path}').value${j};`,
  // Only to what comes later, so that no name leads around in a circle.
  (path, j, i) => (j > i ? `export * from '${path}';` : ''),
  (path, j, i) => `export { Kind${j} as Use${i}_${j}${j > i ? `, value${j}` : ''} } from '${path}';`,
  (path, j, i) => `export async function use${i}_${j}(): Promise<object> {
  const { make${j}, value${j}: other } = await import('${path}');
  const [first = other] = [make${j}(1)].map((made) => made.part);
  return { make${j}, first, later: (await import(\`${path}\`)).Kind${j} };
}`,
  (path, j) => `vi.mock('${path}', () => ({ Kind${j}: 1 }));
void new URL('${path}', import.meta.url);`,
];

function declared(i: number): string {
  return `/** Kind${i} has a value${i}. */
export class Kind${i} {
  self?: Kind${i};
  count = value${i};
}
export function make${i}(part: number): { part: number; value${i}: number; Kind${i}: unknown } {
  const local = { part, value${i}, Kind${i} };
  const { part: given = part, value${i}: kept } = local;
  for (const part of [kept]) if (part === given) return { ...local, part };
  return { part, value${i}, Kind${i}: ((value: object) => ({ value, local, ...{ part } }))(local) };
}
export const value${i}: number = 1;`;
}

const support: Tree = {
  'package.json': '{ "type": "module" }',
  'src/globals.d.ts': `declare const vi: { mock(path: string, factory?: () => object): void };
declare class URL { constructor(path: string, base: string); }
interface ImportMeta { url: string }
interface Array<T> { map<U>(f: (value: T) => U): U[]; [Symbol.iterator](): IterableIterator<T> }
interface IterableIterator<T> { next(): { done?: boolean; value: T }; [Symbol.iterator](): IterableIterator<T> }
interface PromiseLike<T> { then(f: (value: T) => unknown): unknown }
interface PromiseConstructor { new <T>(run: (done: (value: T) => void) => void): Promise<T> }
declare var Promise: PromiseConstructor;
interface SymbolConstructor { readonly iterator: unique symbol }
declare var Symbol: SymbolConstructor;
`,
  'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] }, isolatedModules: true } }),
};

const count = paths.length;
const index = fc.nat(count - 1);
const layout = fc.record({ crlf: fc.boolean(), bom: fc.boolean() });
const link = fc.record({ use: fc.nat(uses.length - 1), alias: fc.boolean() });
const fresh = fc.constantFrom('Fresh', 'fresh', '$', 'größe');
const taken = fc.constantFrom('Kind0', 'value1', 'make2', 'part', 'local', 'all3', 'Other4', 'vi', 'given');
const old = fc.constantFrom('Kind', 'value', 'make', 'part', 'local', 'given', 'all', 'Other');

/**
 * @param newNames `fresh` names do not occur in the project; `taken` names may
 * @param newNames `fresh` ones mean nothing in the project; `taken` ones may
 */
export function randomCode(newNames: 'fresh' | 'taken'): fc.Arbitrary<RandomCode> {
  return fc
    .record({
      layouts: fc.array(layout, { minLength: count, maxLength: count }),
      links: fc.array(link, { minLength: count * count, maxLength: count * count }),
      moves: fc.array(fc.tuple(index, fc.constantFrom(...folders), fc.constantFrom(...baseNames)), { maxLength: 4 }),
      renames: fc.uniqueArray(
        fc.record({ file: index, of: index, name: old, newName: newNames === 'fresh' ? fresh : taken }),
        {
          maxLength: 3,
          selector: ({ file, newName }) => (newNames === 'fresh' ? newName : file),
        },
      ),
    })
    .map(({ layouts, links, moves, renames }) => {
      const sources = paths.map((path, i) => {
        const { crlf, bom } = layouts[i]!;
        const imports = paths.flatMap((other, j) => {
          const { use, alias } = links[i * count + j]!;
          // A URL has no aliases.
          const isUrl = use === uses.length - 1;
          return i === j ? [] : [uses[use]!(specifier(path, other, alias && !isUrl), j, i)];
        });
        const text = `${[...imports, declared(i)].join('\n')}\n`;
        return [path, (bom ? '\ufeff' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text)] as const;
      });
      const moved = moves.map(([at, folder, name]) => [paths[at]!, posix.join(folder, name)] as const);
      return {
        files: { ...support, ...Object.fromEntries(sources) },
        moves: new Map(moved.filter(([from, to]) => from !== to)),
        renames: renames.map(({ file, of, name, newName }) => {
          const isNumbered = !['part', 'local', 'given'].includes(name);
          const number = ['all', 'Other'].includes(name) ? of : file;
          return { file: paths[file]!, name: isNumbered ? `${name}${number}` : name, newName };
        }),
      };
    });
}

function specifier(from: string, to: string, alias: boolean): string {
  const written = to.replace(/\.ts$/, '.js');
  if (alias && to.startsWith('src/')) return written.replace('src/', '@/');
  const path = posix.relative(posix.dirname(from), written);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the change that reverts another one. */
export function reversed({ moves, renames }: RandomCode): Required<Pick<CodeMove, 'moves' | 'renames'>> {
  return {
    moves: new Map([...moves].map(([from, to]) => [to, from])),
    renames: renames.map(({ file, name, newName }) => ({
      file: moves.get(file) ?? file,
      name: newName,
      newName: name,
    })),
  };
}
