import { describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { explains, readDifferences, readExpectations } from './expectations.js';

const [difference] = compare({ a: { 'b/c': { d: 1 } } }, { a: { 'b/c': { d: 2 } } });

function isExplained(
  entry: Partial<Record<'features' | 'path' | 'controller-gen' | 'operator-gen', unknown>>,
): boolean {
  const whole = { features: 'all', path: 'a/b~1c/d', 'controller-gen': 1, 'operator-gen': 2, ...entry };
  return readExpectations(JSON.stringify(whole), 'a test').some((each) => explains(each, 'one', difference!));
}

describe('an expectation explains a difference', () => {
  it('of its features', () => {
    expect(isExplained({})).toBe(true);
    expect(isExplained({ features: 'one' })).toBe(true);
    expect(isExplained({ features: ['two', 'three'] })).toBe(false);
  });

  it.each([
    ['a/*/d', true],
    ['**/d', true],
    ['a/**', true],
    ['a/**/b~1c/**/d', true],
    ['*/d', false],
    ['a/b~1c', false],
    ['b~1c/d', false],
    ['a/b/c/d', false],
  ])('at its path: %s', (path, is) => {
    expect(isExplained({ path })).toBe(is);
  });

  it('with its values', () => {
    expect(isExplained({ 'controller-gen': 'any', 'operator-gen': 'any' })).toBe(true);
    expect(isExplained({ 'controller-gen': 2 })).toBe(false);
    expect(isExplained({ 'operator-gen': 'absent' })).toBe(false);
  });
});

describe('differences', () => {
  it('are found where both sides have something, and no deeper', () => {
    const paths = (one: unknown, other: unknown): string[] => compare(one, other).map(({ path }) => path.join('/'));
    expect(paths({ a: 1, b: { c: 1 } }, { a: 1 })).toEqual(['b']);
    expect(paths({ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] })).toEqual(['a/1/b']);
    expect(paths({ a: [1, 2] }, { a: [2, 1] })).toEqual(['a']);
    expect(paths({ a: {} }, { a: [] })).toEqual(['a']);
    expect(paths({ a: { b: 1, c: [] } }, { a: { c: [], b: 1 } })).toEqual([]);
  });

  it('are read from the blocks of the document, each below its heading', () => {
    const block = '```yaml\nfeatures: all\npath: a\ncontroller-gen: absent\noperator-gen: any\n```\n';
    expect(readDifferences(`# Title\n\n## One\n\nWhy.\n\n${block}`).map(({ title }) => title)).toEqual(['One']);
    expect(() => readDifferences(`# Title\n\n## One\n\nWhy.\n`)).toThrow('"One"');
    expect(() => readDifferences(`## One\n\n${block.replace('path', 'place')}`)).toThrow('place');
  });
});
