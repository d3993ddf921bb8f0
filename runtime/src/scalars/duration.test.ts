import { describe, expect, it } from 'vitest';
import { formatDuration, formatNanoseconds, parseDuration, parseNanoseconds } from './duration.js';

describe('parseDuration', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['10s', 10_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['.5m', 30_000],
    ['5.s', 5000],
    ['300ms', 300],
    ['-1m', -60_000],
    ['+2us', 0.002],
    ['2\u00b5s', 0.002],
    ['2\u03bcs', 0.002],
    ['1h0m0.5s', 3_600_500],
  ])('%s is read in milliseconds', (text, milliseconds) => expect(parseDuration(text) + 0).toBe(milliseconds));

  it.each(['', '+', '10', '00', 's', '1 s', '1d', '1h-2m', 'ten', '.s', '1..5s', '--1s', '1S', '1s '])(
    'refuses "%s"',
    (text) => {
      expect(() => parseDuration(text)).toThrow(`${JSON.stringify(text)} is not a duration: write numbers`);
    },
  );

  it('refuses what exceeds 64 bits of nanoseconds', () => {
    expect(parseNanoseconds('9223372036854775807ns')).toBe(2n ** 63n - 1n);
    expect(parseNanoseconds('-9223372036854775808ns')).toBe(-(2n ** 63n));
    for (const text of ['9223372036854775808ns', '2562047h48m', '-9223372036854775809ns', `${'9'.repeat(1e6)}h`])
      expect(() => parseNanoseconds(text)).toThrow('is not a duration');
  });

  it('shows the beginning of a long text, without control characters', () => {
    expect(() => parseDuration(`\u001b${'x'.repeat(1e6)}`)).toThrow(/^"\\u001bx{59}" is not a duration/);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [5_400_000, '1h30m0s'],
    [1500, '1.5s'],
    [90_000, '1m30s'],
    [250, '250ms'],
    [0.002, '2µs'],
    [0.0015, '1.5µs'],
    [-60_000, '-1m0s'],
    [0.000001, '1ns'],
    [3_600_000, '1h0m0s'],
  ])('writes %s ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it('refuses what is not a duration', () => {
    for (const each of [NaN, Infinity, 1e16]) expect(() => formatDuration(each)).toThrow(RangeError);
    expect(() => formatNanoseconds(2n ** 63n)).toThrow('exceeds 64 bits');
    expect(formatNanoseconds(-(2n ** 63n))).toBe('-2562047h47m16.854775808s');
  });
});
