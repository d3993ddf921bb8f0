import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands.js';
import { cli, type Ran } from '../cli/framework/support.js';
import { isFull } from '../support/seed.js';

const golden = resolve(import.meta.dirname, '../golden/webhooks');
const types = 'src/api/v1/carpark.types.ts';
const sample = 'config/samples/parking_v1_carpark.yaml';
const kustomization = 'config/default/kustomization.yaml';

const texts = (path: string): string => readFileSync(join(golden, path), 'utf8');

/** A copy of a generated project with files of a stranger. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'operator-gen-hostile-'));
  cpSync(golden, root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const rename = ['rename', 'api', '--group', 'parking', '--kind', 'CarPark', '--to-kind', 'Garage', '--dry-run'];
const lines = [['check'], ['inspect'], ['manifests', '--dry-run'], ['edit', '--namespaced', '--dry-run'], rename];

async function everyCommand(
  files: Readonly<Record<string, string>>,
  tried: readonly string[][] = lines,
): Promise<readonly Ran[]> {
  const cwd = projectWith(files);
  const all: Ran[] = [];
  for (const argv of tried) all.push(await cli([...argv, '--output', 'json'], { cwd, commands }));
  return all;
}

interface Problem {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

function problemsOf(all: readonly Ran[]): readonly Problem[] {
  return all.flatMap(({ stdout }) => (JSON.parse(stdout) as { diagnostics: readonly Problem[] }).diagnostics);
}

const deep = (open: string, middle: string, close: string, times = 30_000) =>
  open.repeat(times) + middle + close.repeat(times);

const bomb = `a: &a [1, 1]\n${Array.from({ length: 30 }, (_, i) => `k${i}: &k${i} [*${i === 0 ? 'a' : `k${i - 1}`}, *${i === 0 ? 'a' : `k${i - 1}`}]\n`).join('')}`;
const object = 'apiVersion: parking.example.net/v1\nkind: CarPark\nmetadata: { name: carpark-sample }\n';

const cases: Readonly<Record<string, { readonly files: Readonly<Record<string, string>>; readonly code?: string }>> = {
  'an expression of 30,000 operands': {
    files: { 'src/sum.ts': `export const sum = ${'1 + '.repeat(30_000)}1;\n` },
    code: 'file-too-deep',
  },
  'a chain of 20,000 calls': { files: { 'src/chain.ts': `export const chain = a${'.b()'.repeat(20_000)};\n` } },
  'a chain of 20,000 conditions': { files: { 'src/if.ts': `export const x = ${'a ? b : '.repeat(20_000)}c;\n` } },
  'nested calls': { files: { 'src/calls.ts': `export const calls = ${deep('f(', '', ')')};\n` } },
  'nested generics': { files: { 'src/generics.ts': `export type T = ${deep('A<', 'B', '>')};\n` } },
  'nested arrows': { files: { 'src/arrows.ts': `export const f = ${'() => '.repeat(30_000)}1;\n` } },
  'nested templates': { files: { 'src/text.ts': `export const t = ${deep('`${', '1', '}`', 10_000)};\n` } },
  'nested arrays of a sample': {
    files: { [sample]: `${object}spec: ${deep('[', '', ']')}\n` },
    code: 'invalid-sample',
  },
  'an alias bomb in a sample': { files: { [sample]: `${object}${bomb}` }, code: 'invalid-sample' },
  'an alias to itself in a sample': { files: { [sample]: `${object}spec: &a { b: *a }\n` }, code: 'invalid-sample' },
  'a merged alias to itself': { files: { [sample]: `${object}spec: &a { <<: *a }\n` }, code: 'invalid-sample' },
  'a kustomization of nested lists': { files: { [kustomization]: `resources: ${deep('[', '', ']')}\n` } },
  'a kustomization that contains itself': { files: { [kustomization]: '&a\nresources: [*a]\n' } },
  'many documents': { files: { [sample]: '---\na: 1\n'.repeat(5000) }, code: 'invalid-sample' },
  'a PROJECT of nested maps': { files: { PROJECT: deep('{a: ', '', '}') }, code: 'unreadable-project' },
  'a PROJECT with an alias to itself': { files: { PROJECT: 'a: &a [*a]\n' }, code: 'unreadable-project' },
  'a PROJECT with an alias bomb': { files: { PROJECT: bomb }, code: 'unreadable-project' },
  'a PROJECT of 100,000 keys': {
    files: { PROJECT: Array.from({ length: 100_000 }, (_, i) => `k${i}: 1\n`).join('') },
    code: 'unreadable-project',
  },
  'a package.json of nested lists': { files: { 'package.json': deep('[', '', ']') } },
  'a tsconfig.json of nested lists': { files: { 'tsconfig.json': `{ "a": ${deep('[', '', ']')} }` } },
  'a tsconfig.json that extends a NUL': {
    files: { 'tsconfig.json': '{ "extends": "./a\\u0000b", "compilerOptions": {} }' },
  },
  'bytes that are not UTF-8': { files: { 'src/bytes.ts': '\ufffd\ufffe\ud800 @Resource' } },
};

describe.each(Object.entries(cases))('%s', (_, { files, code }) => {
  test('is not a bug of operator-gen, and is reported with its position', async () => {
    // `inspect` and `manifests` read what `check` reads.
    const all = await everyCommand(files, isFull ? lines : [['check'], ['edit', '--namespaced', '--dry-run'], rename]);
    const problems = problemsOf(all);
    expect(all.map(({ exitCode }) => exitCode).filter((each) => ![0, 1, 3].includes(each))).toEqual([]);
    const [file] = Object.keys(files);
    if (code === undefined) return;
    expect(problems).toContainEqual(
      expect.objectContaining({ code, file, line: expect.any(Number), column: expect.any(Number) }),
    );
  }, 120_000);
});

/** Steps from the first name to the last, each of which says the next one twice. */
const doubled = (step: (from: string, to: string) => string, last: string): string =>
  `${Array.from({ length: 30 }, (_, i) => step(`T${i}`, `T${i + 1}`)).join('\n')}\n${last}\n`;
const text = 'type T30 = string;';

/** What a few lines ask for that no machine holds, with the code that tells it. */
const multiplied: Readonly<
  Record<string, { readonly before?: string; readonly field: string; readonly code: string }>
> = {
  'texts that double': {
    before: doubled((from, to) => `const ${from} = ${to} + ${to};`, "const T30 = 'x';"),
    field: '@api.Default(T0) a!: string;',
    code: 'value-too-large',
  },
  'empty texts that double': {
    before: doubled((from, to) => `const ${from} = ${to} + ${to};`, "const T30 = '';"),
    field: 'a: string = T0;',
    code: 'value-too-large',
  },
  'templates that double': {
    before: doubled((from, to) => `const ${from} = \`\${${to}}\${${to}}\`;`, "const T30 = 'x';"),
    field: '@api.Pattern(T0) a!: string;',
    code: 'value-too-large',
  },
  'numbers that double': {
    before: doubled((from, to) => `const ${from} = ${to} + ${to};`, 'const T30 = 0;'),
    field: '@api.Default(T0) a!: api.Int32;',
    code: 'value-too-large',
  },
  'texts of an enum that double': {
    before: `enum E { T30 = 'x', ${Array.from({ length: 30 }, (_, i) => `T${29 - i} = T${30 - i} + T${30 - i}`).join(', ')} }\n`,
    field: 'a!: E;',
    code: 'value-too-large',
  },
  'constants that double, in an enum': {
    before: `${doubled((from, to) => `const ${from} = ${to} + ${to};`, "const T30 = 'x';")}enum E { A = T0 }\n`,
    field: 'a!: E;',
    code: 'value-too-large',
  },
  'types of texts that double': {
    before: doubled((from, to) => `type ${from} = \`\${${to}}\${${to}}\`;`, "type T30 = 'xxxxxxxx';"),
    field: 'a!: T0;',
    code: 'value-too-large',
  },
  'types of two texts that double': {
    before: doubled((from, to) => `type ${from} = \`\${${to}}\${${to}}\`;`, "type T30 = 'a' | 'b';"),
    field: 'a!: T0;',
    code: 'value-too-large',
  },
  'tuples that double': {
    before: doubled((from, to) => `type ${from} = [...${to}, ...${to}];`, 'type T30 = [1];'),
    field: 'a!: T0;',
    code: 'value-too-large',
  },
  'a generic type that doubles a text': {
    before:
      "type N<L extends number, A extends 1[] = []> = A['length'] extends L ? A : N<L, [...A, 1]>;\n" +
      'type D<T extends string, N extends 1[]> = N extends [1, ...infer R extends 1[]] ? D<`${T}${T}`, R> : T;\n',
    field: "a!: D<'x', N<40>>;",
    code: 'compiler-failed',
  },
  'generics that double': {
    before: `interface W<T> { a: T; b: T }\n${doubled((from, to) => `type ${from} = W<${to}>;`, text)}`,
    field: 'a!: T0;',
    code: 'kind-too-large',
  },
  'mapped types that double': {
    before: `type M<T> = { [K in 'a' | 'b']: T };\n${doubled((from, to) => `type ${from} = M<${to}>;`, text)}`,
    field: 'a!: T0;',
    code: 'kind-too-large',
  },
  'unions that double': {
    before: doubled((from, to) => `type ${from} = { k: 'a'; a: ${to} } | { k: 'b'; b: ${to} };`, text),
    field: 'a!: T0;',
    code: 'kind-too-large',
  },
  'types that unions compare': {
    before: `interface X { k: 'x'; t: T0 }\ninterface Y { k: 'y'; t: T0 }\n${doubled((from, to) => `interface ${from} { a: ${to}; b: ${to} }`, text)}`,
    field: 'a!: X | Y;',
    code: 'kind-too-large',
  },
  'parts of intersections that double': {
    before: doubled((from, to) => `type ${from} = ${to} & ${to};`, 'interface T30 { x: string }'),
    field: 'a!: T0;',
    code: 'kind-too-large',
  },
  'interfaces that double': {
    before: doubled((from, to) => `interface ${from} { a: ${to}; b: ${to} }`, text),
    field: 'a!: T0;',
    code: 'crd-too-large',
  },
  'a list of a thousand million items': { field: '@api.MinItems(1e9) a!: string[];', code: 'incomplete-sample' },
  'a record of a thousand million entries': {
    field: '@api.MinProperties(1e9) a!: Record<string, string>;',
    code: 'incomplete-sample',
  },
  'a text of 500 million characters': { field: '@api.MinLength(5e8) a!: string;', code: 'incomplete-sample' },
  'a pattern of 1,000 million characters': {
    field: "@api.Pattern('^(((a{1000}){1000}){1000})$') a!: string;",
    code: 'invalid-pattern',
  },
  'a pattern that a long default is long matched with': {
    before:
      "const T0 = 'xxxxxxxxxxxxxxxx';\n" +
      Array.from({ length: 3 }, (_, i) => `const T${i + 1} = ${Array(15).fill(`T${i}`).join(' + ')};\n`).join(''),
    field: `@api.Pattern('^${'(\\\\p{L}*x?){99}'.repeat(40)}$') a: string = T3 + 'y'; @api.Maximum(1) b: api.Int32 = 5;`,
    code: 'invalid-default',
  },
  'lists of lists of lists': {
    before: ['B[]', 'C[]', 'string[]']
      .map((items, i) => `class ${'ABC'[i]} { @api.MinItems(900) x!: ${items} }\n`)
      .toReversed()
      .join(''),
    field: 'a!: A;',
    code: 'incomplete-sample',
  },
};

// `check`, `inspect` and `manifests` have the same limits: one case of each code is tried with all of them.
const firstOfCode = new Set(
  Object.entries(multiplied)
    .filter(([, { code }], index, all) => all.findIndex(([, other]) => other.code === code) === index)
    .map(([name]) => name),
);

test.each(Object.entries(multiplied))(
  '%s',
  async (name, { before = '', field, code }) => {
    const [head, tail] = texts(types).split('/** CarParkSpec defines');
    const imports = `import * as api from '@operator-gen/runtime/api';\n${head}${before}`;
    const source = `${imports}/** CarParkSpec defines${tail}`.replace(
      'class CarParkSpec {',
      (found) => `${found} ${field}`,
    );
    const all = await everyCommand({ [types]: source }, lines.slice(0, firstOfCode.has(name) ? 3 : 1));
    expect(all.map(({ exitCode }) => exitCode).filter((each) => ![0, 1, 3].includes(each))).toEqual([]);
    // `inspect` makes no sample.
    for (const each of code === 'incomplete-sample' ? all.slice(0, 1) : all) {
      expect(problemsOf([each])).toContainEqual(
        expect.objectContaining({ code, file: types, line: expect.any(Number), column: expect.any(Number) }),
      );
    }
  },
  240_000,
);

test('modifiers that do not end are one problem, at once', async () => {
  const repeated = `const a = 1;\n${'export '.repeat(40_000)}`;
  for (const [path, code] of [
    [types, 'syntax-error'],
    // Not analyzed: only what moves and renames code reads it.
    ['src/many.ts', 'code-syntax-error'],
  ] as const) {
    const all = await everyCommand({ [path]: path === types ? `${texts(types)}${repeated}` : repeated });
    expect(all.map(({ exitCode }) => exitCode).filter((each) => ![0, 1, 3].includes(each))).toEqual([]);
    expect(problemsOf(all)).toContainEqual(
      expect.objectContaining({ code, file: path, column: 1, line: expect.any(Number) }),
    );
  }
}, 120_000);

test('a NUL in an import and in the name of the header names nothing', async () => {
  const imported = `import { A } from './a\\0b';\n${texts(types)}`.replace('spec!: ', 'more?: A;\n  spec!: ');
  const header = texts('PROJECT').includes('plugins:')
    ? texts('PROJECT').replace('plugins:', 'plugins:\n  manifests.typescript.operator-gen/v1:\n    headerFile: "a\\0b"')
    : `${texts('PROJECT')}plugins:\n  manifests.typescript.operator-gen/v1:\n    headerFile: "a\\0b"\n`;
  for (const files of [{ [types]: imported }, { PROJECT: header }]) {
    const all = await everyCommand(files);
    expect(all.map(({ exitCode }) => exitCode)).not.toContain(70);
    expect(problemsOf(all).map(({ code }) => code)).not.toContain('internal-error');
  }
}, 120_000);
