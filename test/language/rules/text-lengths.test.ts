import { describe, expect, it } from 'vitest';
import { lengthsOfFormat, lengthsOfMatches } from '../../../src/language/rules/text-lengths.js';
import { formatTexts } from '../../support/verify-cases.js';

describe('the lengths of texts', () => {
  it.each(formatTexts)('of the format %s are those that the API server accepts', (format, valid) => {
    const [least, most] = lengthsOfFormat(format) ?? [0, Infinity];
    for (const text of valid) {
      const { length } = Array.from(text);
      expect([text, length >= least && length <= most]).toEqual([text, true]);
    }
  });

  it.each([
    ['^a$', [1, 1]],
    ['^a', [1, Infinity]],
    ['a$', [1, Infinity]],
    ['^a|bc$', [1, Infinity]],
    ['^(?:a|bc)$', [1, 2]],
    ['^(a|bc)$', [1, 2]],
    ['^[a-z]{2,4}x?$', [2, 5]],
    ['^(a{2}b)*$', [0, Infinity]],
    ['^(){3,}$', [0, 0]],
    ['^\\w.\\.$', [3, 3]],
    ['', [0, Infinity]],
    ['^\u{1f600}$', [1, 1]],
    ['(?m)^a$', undefined],
    ['^[[:alpha:]]$', undefined],
    ['^a\\z', undefined],
    ['(', undefined],
  ])('that match %s are %j', (pattern, lengths) => {
    expect(lengthsOfMatches(pattern)).toEqual(lengths);
  });
});
