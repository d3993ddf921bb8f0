import { describe, expect, it } from 'vitest';
import { analyzeSources, codes, specSchema } from '../../support/generate.js';

/** Codes with lines and columns that count from the spec. */
function problems(spec: string, before = ''): string[] {
  const first = specSchema('  it!: number;', before).diagnostics[0]!.position!.line;
  return specSchema(spec, before).diagnostics.map(
    ({ code, position }) => `${code} ${position!.line - first + 1}:${position!.column}`,
  );
}

describe('a marker in a comment that is not read is reported', () => {
  it.each([
    ['// @minimum 1\nit!: Int32;', 'marker-in-comment 1:4'],
    ['/* @minimum 1 */ it!: Int32;', 'marker-in-comment 1:4'],
    ['/*\n * @minimum 1\n */\nit!: Int32;', 'marker-in-comment 2:4'],
    ['// @Minimum(1)\nit!: Int32;', 'marker-in-comment 1:4'],
    ['it!: Int32; // @minimum 1', 'marker-in-comment 1:16'],
    ['it!: Int32;\n// @immutable', 'marker-in-comment 2:4'],
    ['it!: Int32; /** @minimum 1 */\nother?: string;', 'misplaced-marker 1:17'],
    ['it!: Int32;\n/** @minimum 1 */', 'misplaced-marker 2:5'],
    ['it!: /** @minimum 1 */ Int32;', 'misplaced-marker 1:10'],
    ["it!: | /** @maxLength 1 */ 'a' | 'b';", 'misplaced-marker 1:12'],
    ["it!: { [K in /** @maxLength 1 */ 'a']: string };", 'misplaced-marker 1:18'],
    ['it!: (/** @minimum 1 */ Int32)[];', 'misplaced-marker 1:11'],
  ])('%j', (spec, wanted) => {
    expect(problems(spec)).toEqual([wanted]);
  });

  it.each([
    ['// see @minimum\nit!: Int32;'],
    ['// the @Minimum(1) of it\nit!: Int32;'],
    ['it!: Int32; // not @minimum 1'],
    ['// mail@minimum 1\nit!: Int32;'],
    ["it: string = '// @minimum 1';"],
    ['it: string = `\n// @minimum 1\n`;'],
    ['// @ts-expect-error @minimum\nit!: Int32;'],
    ['// Minimum\nit!: Int32;'],
    ["@XValidation({ rule: 'true' /* @minimum 1 */ }) it!: Int32;"],
  ])('and not where it is not meant: %j', (spec) => {
    expect(problems(spec)).toEqual([]);
  });

  it('but not in the code of functions, which says what it wants', () => {
    const before = `function one() {
  // @default 3
  /** @title x */
  const two = { /** @format x */ a: 1 };
  return two;
}
/** @default 3 */
const three = () => {
  // @enum
};`;
    expect(problems('it!: string;', before)).toEqual([]);
  });

  it('in a controller only where it is about permissions and webhooks', () => {
    const { diagnostics } = analyzeSources({
      'src/controller/a.ts': `import { Rbac } from '@operator-gen/runtime/api';
// @rbac { urls: ['/x'], verbs: ['get'] }
@Rbac({ urls: ['/metrics'], verbs: ['get'] })
export class A {
  run() {
    // @Rbac({ urls: ['/y'], verbs: ['get'] })
    // @minimum 1
  }
}
`,
    });
    expect(codes(diagnostics)).toEqual(['marker-in-comment 2:4', 'marker-in-comment 6:8']);
  });
});

describe('a marker on a declaration that is neither a field nor a type is reported', () => {
  it.each([
    ['/** @title "x" */ function f() {}', 4],
    ['/** @title "x" */ const x = 1;', 4],
    ['@Title("x") const x = 1;', 0],
    ['/** @title "x" */ namespace N {}', 4],
    ["/** @title 'x' */ import type {} from './other.js';", 4],
    ['/** @title "x" */ export {};', 4],
    ["enum E { /** @title 'x' */ A = 'a' }", 13],
    ['interface I { /** @maxLength 3 */ [key: string]: string }', 18],
    ['class C { constructor(/** @minimum 1 */ a: Int32) {} }', 26],
    ['class C { /** @minimum 1 */ constructor() {} }', 14],
    ['class C { /** @minimum 1 */ static a: Int32 = 1; }', 14],
    ['class C { method(/** @default 1 */ a: Int32) {} }', 21],
  ])('%s', (before, column) => {
    expect(codes(specSchema('it!: string;', before).diagnostics)).toEqual([`misplaced-marker 4:${column + 1}`]);
  });

  it('and a tag of JSDoc on code is not one', () => {
    const before = '/** @enum {string} */ const a = {};\n/** @default */ const b = 1;';
    expect(specSchema('it!: string;', '/** @default 1 */ const b = 1;').diagnostics).toEqual([]);
    expect(codes(specSchema('it!: string;', before).diagnostics).filter((each) => each.includes('place'))).toEqual([]);
  });
});

describe('a Go marker is reported with its replacement', () => {
  it.each([
    ['/** @nullable */ it!: string;', '| null'],
    ['/** @uniqueItems */ it!: string[];', "@ListType('set')"],
    ['/** @xIntOrString */ it!: string;', 'IntOrString'],
    ['/** @Nullable */ it!: string;', '| null'],
    ['@Nullable() it!: string;', '| null'],
  ])('%s', (spec, remedy) => {
    const { diagnostics } = specSchema(spec);
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-tag']);
    expect(diagnostics[0]!.help).toContain(remedy);
  });

  it('on a type as well', () => {
    const { diagnostics } = specSchema('it!: Name;', '/** @nullable */ type Name = string;');
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-tag']);
  });
});

describe('markers that are not inherited are reported', () => {
  const whole = '/** @minProperties 1 */ interface W { /** @maxLength 3 */ a: string; b?: string }';
  it.each([
    ["it!: Pick<W, 'a'>;", ['markers-not-inherited 1:6']],
    ["it!: Omit<W, 'b'>[];", ['markers-not-inherited 1:6']],
    ['it!: { [K in keyof W]: boolean };', ['markers-not-inherited 1:6', 'markers-not-inherited 1:6']],
    ['@MinProperties(2) it!: Partial<W>;', []],
    ['it!: Said;', []],
  ])('%s', (spec, wanted) => {
    const said = "\n/** @minProperties 1 */ type Said = Pick<W, 'a'>;";
    const found = problems(spec, whole + said).map((each) => each.split(':')[0]);
    expect(new Set(found)).toEqual(new Set(wanted.map((each) => each.split(':')[0])));
  });

  it.each([
    ['class B { @MaxLength(3) a?: string } class D extends B { declare a: string }', 1],
    ['interface B { /** @maxLength 3 */ a?: string } interface D extends B { a: string }', 1],
    ['interface B { /** @maxLength 3 */ a?: string } interface D extends B { /** @maxLength 2 */ a: string }', 0],
    ['interface B { /** Text. */ a?: string } interface D extends B { a: string }', 0],
  ])('by a field that is declared again: %s', (before, times) => {
    const { diagnostics } = specSchema('it!: D;', before);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array.from({ length: times }, () => 'markers-not-inherited'));
  });
});
