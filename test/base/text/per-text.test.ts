import { expect, it } from 'vitest';
import { perText } from '../../../src/base/text/per-text.js';

it('works once for a text, as long as the texts used since then are small', () => {
  const worked: string[] = [];
  const lengthOf = perText((text) => {
    worked.push(text);
    return text === '' ? undefined : text.length;
  }, 10);
  expect([lengthOf('aaaa'), lengthOf('bbbb'), lengthOf('aaaa'), lengthOf('')]).toEqual([4, 4, 4, undefined]);
  lengthOf('');
  expect(worked).toEqual(['aaaa', 'bbbb', '']);
  // Too large to be kept beside the others: the one that was used last stays.
  lengthOf('cccc');
  lengthOf('aaaa');
  lengthOf('bbbb');
  expect(worked).toEqual(['aaaa', 'bbbb', '', 'cccc', 'bbbb']);
  lengthOf('a text that is larger than all');
  lengthOf('a text that is larger than all');
  expect(worked).toHaveLength(7);
});
