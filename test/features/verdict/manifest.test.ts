import { expect, it } from 'vitest';
import { manifestsIn } from '../../../src/features/verdict/manifest.js';

const textsOf = (text: string) => manifestsIn('a.yaml', text).map((each) => each.text);

it('a file has an object between each two lines that begin with three dashes', () => {
  expect(textsOf('a: 1\n---\nb: 2\n--- # the last\nc: 3')).toEqual(['a: 1\n', 'b: 2\n', 'c: 3']);
});

it('documents without content are left out', () => {
  expect(textsOf('---\n# only a comment\n---\n\n---\na: 1\n---\n')).toEqual(['a: 1\n']);
  expect(textsOf('')).toEqual([]);
});

it('dashes in an indented block are text', () => {
  expect(textsOf('a: |\n  ---\n  b')).toHaveLength(1);
});

it('the offsets are those in the file', () => {
  const text = 'a: 1\n---\nb: 2\n';
  for (const { offset = 0, text: part } of manifestsIn('a.yaml', text)) {
    expect(text.slice(offset, offset + part.length)).toBe(part);
  }
  expect.assertions(2);
});
