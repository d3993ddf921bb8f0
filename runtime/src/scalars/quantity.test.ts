import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Quantity } from '../api/scalars.js';
import { InvalidValueError } from '../errors/invalid-value-error.js';
import type { ParsedQuantity } from './quantity-text.js';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantity,
  multiplyQuantity,
  negateQuantity,
  newQuantity,
  parseQuantity,
  quantitySign,
  quantityToNumber,
  quantityValue,
  roundUpQuantity,
  subtractQuantities,
} from './quantity.js';

describe('formatQuantity', () => {
  it.each([
    ['1.5', '1500m'],
    ['1.5Gi', '1536Mi'],
    ['1024Mi', '1Gi'],
    ['1000Mi', '1000Mi'],
    ['0.5Ki', '512'],
    ['100000', '100k'],
    ['12e4', '120e3'],
    ['-2000', '-2k'],
    ['0Gi', '0'],
    ['0.1n', '1n'],
    ['1000E', '1e21'],
    ['20Ei', '9223372036854775807'],
    [1500, '1500'],
    [0.25, '250m'],
    [1e21, '1e21'],
  ])('writes %s as %s', (text, canonical) => {
    expect(formatQuantity(text)).toBe(canonical);
    expect(compareQuantities(canonical, text)).toBe(0);
  });

  it('keeps an amount that has no binary suffix', () => {
    expect(formatQuantity(multiplyQuantity('4Ei', 2))).toBe('9223372036854775808');
    expect(formatQuantity(addQuantities('1Ki', '1m'))).toBe('1024001m');
  });
});

it('compares by amount and not by text', () => {
  expect(compareQuantities('1Gi', '1024Mi')).toBe(0);
  expect(compareQuantities('1Gi', '1G')).toBe(1);
  expect(compareQuantities('-1', '1m')).toBe(-1);
  expect(compareQuantities('-2', '-1')).toBe(-1);
  expect(compareQuantities(2, '2000m')).toBe(0);
  expect(compareQuantities('9007199254740993', '9007199254740992')).toBe(1);
  expect(['1Gi', '500Mi', '2G'].toSorted(compareQuantities)).toEqual(['500Mi', '1Gi', '2G']);
});

it('computes exactly', () => {
  expect(formatQuantity(addQuantities('100m', '200m'))).toBe('300m');
  expect(formatQuantity(subtractQuantities('1Gi', '512Mi'))).toBe('512Mi');
  expect(formatQuantity(subtractQuantities('0', '1Ki'))).toBe('-1Ki');
  expect(formatQuantity(multiplyQuantity('250m', 3))).toBe('750m');
  expect(formatQuantity(multiplyQuantity('1e15', 10n ** 18n))).toBe('1e33');
  expect(formatQuantity(negateQuantity('5'))).toBe('-5');
  expect(formatQuantity(roundUpQuantity('1100m'))).toBe('2');
  expect(formatQuantity(roundUpQuantity('-9', 1))).toBe('-10');
  expect(quantityValue('1100m')).toBe(2n);
  expect(quantityValue('-1.5')).toBe(-2n);
  expect(quantityValue('1.5', -3)).toBe(1500n);
  expect(quantityValue('10E')).toBe(10n ** 19n);
  expect(quantityToNumber('100m')).toBe(0.1);
  expect(quantityToNumber('1e400')).toBe(Infinity);
  expect(['-1n', '0', '1E'].map(quantitySign)).toEqual([-1, 0, 1]);
});

it('makes quantities from numbers', () => {
  expect(formatQuantity(newQuantity(3n * 2n ** 30n, 'BinarySI'))).toBe('3Gi');
  expect(formatQuantity(newQuantity(1500, 'DecimalSI', -3))).toBe('1500m');
  expect(formatQuantity(newQuantity(1, 'DecimalSI', -12))).toBe('1n');
  for (const each of [0.5, 2 ** 53, NaN]) {
    expect(() => newQuantity(each)).toThrow('is not a safe integer');
    expect(() => multiplyQuantity('1', each)).toThrow('is not a safe integer');
    expect(() => quantityValue('1', each)).toThrow('is not a safe integer');
  }
});

it.each([
  '',
  '1,5',
  '1 Gi',
  'Gi1',
  '1gi',
  '1K',
  '1e',
  '1e1.5',
  '0x10',
  '1Gi\n',
  '--1',
  'NaN',
  'Infinity',
  '1e9999999999999999999',
  '\u0661',
])('refuses "%s"', (text) => {
  expect(isQuantity(text)).toBe(false);
  expect(() => parseQuantity(text)).toThrow(`${JSON.stringify(text)} is not a quantity: write a number`);
});

it('tells quantities from other values', () => {
  expect(['1Gi', 5, 1e21].every(isQuantity)).toBe(true);
  expect([undefined, null, {}, [], true, NaN, 10n].some(isQuantity)).toBe(false);
});

describe('short texts of huge amounts', () => {
  it('are compared, negated, rounded and written at once', () => {
    expect(compareQuantities('1e999999999', '9E')).toBe(1);
    expect(compareQuantities('-1e999999999', '1e-999999999')).toBe(-1);
    expect(formatQuantity(negateQuantity('1e999999999'))).toBe('-1e999999999');
    expect(formatQuantity(roundUpQuantity('1', 999_999_999))).toBe('1e999999999');
    expect(formatQuantity('1e-999999999')).toBe('1e-9');
  });

  it('are refused where the result would not fit into memory', () => {
    expect(() => addQuantities('1e999999999', '1')).toThrow('the result would have more than 10000 digits');
    expect(() => quantityValue('1e999999999')).toThrow(InvalidValueError);
  });

  it('are written as such, however long the text was', () => {
    expect(formatQuantity(`1${'0'.repeat(100_000)}`)).toBe('10e99999');
  });
});

it('results cannot be put into an object without being formatted', () => {
  expectTypeOf<ParsedQuantity>().not.toExtend<Quantity>();
  expectTypeOf(formatQuantity).returns.toExtend<Quantity>();
  expectTypeOf(compareQuantities).parameter(0).toEqualTypeOf<Quantity | ParsedQuantity>();
  // @ts-expect-error a boolean is not a quantity
  expect(() => parseQuantity(true)).toThrow('is not a quantity');
});

describe('a value of another type', () => {
  const functions: readonly ((value: never) => unknown)[] = [
    parseQuantity,
    formatQuantity,
    quantitySign,
    negateQuantity,
    roundUpQuantity,
    quantityValue,
    quantityToNumber,
    (value) => compareQuantities('1', value),
    (value) => addQuantities(value, '1'),
    (value) => multiplyQuantity(value, 2),
  ];

  it.each<[unknown, string]>([
    [{}, 'an object'],
    [Object.create(null), 'an object'],
    [{ coefficient: 1, exponent: 0, format: 'DecimalSI' }, 'an object'],
    [[], 'a list'],
    [null, 'null'],
    [false, 'false'],
    [NaN, 'NaN'],
  ])('of objects is refused as invalid: %j', (value, shown) => {
    for (const each of functions) {
      expect(() => each(value as never)).toThrow(InvalidValueError);
      expect(() => each(value as never)).toThrow(`${shown} is not a quantity: write a number`);
    }
  });

  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [Symbol('no'), 'Symbol(no)'],
    [parseQuantity, 'a function'],
  ])('that no object contains is a bug: %s', (value, shown) => {
    for (const each of functions) {
      expect(() => each(value as never)).not.toThrow(InvalidValueError);
      expect(() => each(value as never)).toThrow(
        new TypeError(`${shown} is not a quantity: write a number, with a suffix if needed, such as 500m, 1.5 or 10Gi`),
      );
    }
  });
});
