import { describe, expect, it } from 'vitest';
import { InvalidValueError } from '../errors/invalid-value-error.js';
import { formatDuration, formatNanoseconds, isDuration, parseDuration, parseNanoseconds } from './duration.js';

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
      expect(() => parseNanoseconds(text)).toThrow(InvalidValueError);
      expect(isDuration(text)).toBe(false);
    },
  );

  it.each<[unknown, string]>([
    [10, '10'],
    [null, 'null'],
    [{}, 'an object'],
    [['1s'], 'a list'],
    [undefined, 'undefined'],
  ])('refuses %j, which is not a text', (value, shown) => {
    expect(() => parseDuration(value as never)).toThrow(`${shown} is not a duration: write numbers`);
    expect(isDuration(value)).toBe(false);
  });

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

  it('is exact to the nanosecond that the number stands for, however long it is', () => {
    const year = 365 * 86_400_000;
    for (const milliseconds of [year * 18 + 0.001, year * 100 + 1, year * 291.5, 2 ** 53 / 1000, -(2 ** 43) - 0.25]) {
      expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
    }
    expect(formatDuration(year * 100 + 1)).toBe('876000h0m0.001s');
    expect(formatDuration(-(2 ** 43) - 0.25)).toBe('-2443359h10m22.20825s');
  });

  it('refuses what is not a number', () => {
    for (const each of ['5', undefined, {}, 5n]) {
      expect(() => formatDuration(each as never)).toThrow('is not a number of milliseconds');
    }
    expect(() => formatNanoseconds(5 as never)).toThrow('5 is not a bigint of nanoseconds');
  });

  it('refuses what is not a duration', () => {
    for (const each of [NaN, Infinity, 1e16]) expect(() => formatDuration(each)).toThrow(RangeError);
    expect(() => formatNanoseconds(2n ** 63n)).toThrow('exceeds 64 bits');
    expect(formatNanoseconds(-(2n ** 63n))).toBe('-2562047h47m16.854775808s');
  });
});
