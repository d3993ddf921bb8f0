import { expect, test } from 'vitest';
import { parseDuration } from './parse-duration.js';

test.each([
  ['0', 0],
  ['10s', 10_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['.5m', 30_000],
  ['300ms', 300],
  ['-1m', -60_000],
  ['+2us', 0.002],
  ['1h0m0.5s', 3_600_500],
])('%s', (text, milliseconds) => expect(parseDuration(text)).toBeCloseTo(milliseconds, 9));

test.each(['', '10', 's', '1 s', '1d', '1h-2m', 'ten', '.s', '1..5s', '--1s'])('"%s" is none', (text) => {
  expect(() => parseDuration(text)).toThrow('is not a duration');
});
