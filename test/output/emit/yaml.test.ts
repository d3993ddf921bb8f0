import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { toYaml, yamlOptions } from '../../../src/base/text/yaml.js';
import { yamlTexts } from '../../support/yaml-texts.js';

// The package prints a number as JavaScript does, which rounds the digits of large ones.
const exactly = (_: unknown, value: unknown): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21
    ? BigInt(value as number)
    : value;
const byThePackage = (value: unknown): string => `---\n${stringify(value, exactly, yamlOptions)}`;

const scalar = fc.oneof(yamlTexts, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), yamlTexts), tie('tree'), { maxKeys: 4 }),
  ),
}));

describe('a document', () => {
  it('has all digits of a large number', () => {
    const value = { a: 2 ** 63, 'b c': [-(2 ** 63), 2 ** 53, 1e20], 'c: d': 9_007_199_254_740_991 };
    const digits = [...toYaml(value).matchAll(/-?\d{15,}/g)].map(([each]) => BigInt(each));
    expect(digits).toEqual([2n ** 63n, -(2n ** 63n), 2n ** 53n, 10n ** 20n, 9_007_199_254_740_991n]);
  });

  it('quotes a key that would merge a mapping', () => {
    const value = { '<<': { type: 'string' }, b: ['<<', { '<<': '<<' }] };
    expect(toYaml(value)).toBe('---\n"<<":\n  type: string\nb:\n- "<<"\n- "<<": "<<"\n');
    expect(parse(toYaml(value), { version: '1.1' })).toEqual(value);
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
      fc.property(fc.oneof(yamlTexts, blank), place, (each, key) => {
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

  it('leaves what is not a plain tree to the package', () => {
    const value = { date: new Date(0), map: new Map([['a', 1]]), missing: undefined, big: 10n ** 30n };
    expect(toYaml(value)).toBe(byThePackage(value));
  });
});
