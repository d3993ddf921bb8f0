import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { toYaml, yamlOptions } from '../../src/emit/yaml.js';

// The package prints a number as JavaScript does, which rounds the digits of large ones.
const exactly = (_: unknown, value: unknown): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21
    ? BigInt(value as number)
    : value;
const byThePackage = (value: unknown): string => `---\n${stringify(value, exactly, yamlOptions)}`;

/** Texts in which the syntax of YAML shows up often. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'a',
          'Word',
          ' ',
          '  ',
          '\n',
          '\n\n',
          '\t',
          ': ',
          ':',
          ' #',
          '#',
          '- ',
          '-',
          '? ',
          '|',
          '>',
          '"',
          "'",
          '\\',
        ],
        ...['{', '}', '[', ']', ',', '&', '*', '!', '%', '@', '`', '---', '...', '0', '1', '.', 'e', '_', '\r', '\0'],
        ...['é', '\u2028', '\ufeff', '=', '<<', '~', 'x'.repeat(50)],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'y',
    'N',
    'yes',
    'No',
    'on',
    'OFF',
    'true',
    'False',
    'null',
    'Null',
    '~',
    '',
    '=',
    '<<',
    '0x1f',
    '1_000',
  ),
  fc.constantFrom(
    '012',
    '0o17',
    '1:30',
    '.5',
    '-.inf',
    '.NaN',
    '1e3',
    '2001-12-14',
    '2001-12-14T21:59:43Z',
    '__proto__',
  ),
);
/** The package itself writes blank lines so that they are read as fewer. */
const isBlankLines = (value: string): boolean => value.trim() === '' && value.includes('\n');
const scalar = fc.oneof(
  text.filter((each) => !isBlankLines(each)),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.stringMatching(/^[a-z]{1,8}$/),
        text.filter((each) => !isBlankLines(each)),
      ),
      tie('tree'),
      { maxKeys: 4 },
    ),
  ),
}));

describe('a document', () => {
  it('has all digits of a large number', () => {
    const value = { a: 2 ** 63, 'b c': [-(2 ** 63), 2 ** 53, 1e20], 'c: d': 9_007_199_254_740_991 };
    const digits = [...toYaml(value).matchAll(/-?\d{15,}/g)].map(([each]) => BigInt(each));
    expect(digits).toEqual([2n ** 63n, -(2n ** 63n), 2n ** 53n, 10n ** 20n, 9_007_199_254_740_991n]);
  });

  it('is written byte for byte as the yaml package writes it', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(toYaml(value)).toBe(byThePackage(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is written so under keys that need no quotes, whatever the values are', () => {
    const plainKey = fc.stringMatching(/^[a-z][a-zA-Z-]{0,8}[a-z]$/);
    const { plainTree } = fc.letrec<{ plainTree: unknown }>((tie) => ({
      plainTree: fc.oneof(
        { maxDepth: 5 },
        scalar,
        fc.array(tie('plainTree'), { maxLength: 4 }),
        fc.dictionary(plainKey, tie('plainTree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(plainTree, (value) => {
        expect(toYaml(value)).toBe(byThePackage(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('says each text again, blank lines too', () => {
    const blank = fc.array(fc.constantFrom(' ', '\n', '\t'), { maxLength: 6 }).map((parts) => parts.join(''));
    const place = fc.constantFrom('plain', 'on');
    fc.assert(
      fc.property(fc.oneof(text, blank), place, (each, key) => {
        const value = { [key]: each, list: [[each], { it: each }] };
        expect(parse(toYaml(value), { version: '1.1' })).toEqual(value);
      }),
      { numRuns: 2_000 },
    );
    expect(toYaml({ description: ' \n' })).toBe('---\ndescription: " \\n"\n');
  });

  it('says what was to be written', () => {
    const value = { description: 'One.\n\nTwo: a list\n- of one', list: [[1], { a: [] }], on: { yes: 'no' } };
    expect(parse(toYaml(value), { version: '1.1' })).toEqual(value);
  });

  it('leaves what is no plain tree to the package', () => {
    const value = { date: new Date(0), map: new Map([['a', 1]]), missing: undefined, big: 10n ** 30n };
    expect(toYaml(value)).toBe(byThePackage(value));
  });
});
