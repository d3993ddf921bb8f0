import type { CelFunc, CelInput, CelList, CelMap, CelValue } from '@bufbuild/cel';
import { compare, compareTexts, equal, extreme, int64, joined, plus, Undecided, undecided } from './cel-compare.js';
import type { CelLibrary, FunctionTable } from './cel-library.js';
import { signOf } from '../../scalars/decimal.js';
import { quantityValue } from '../../scalars/quantity.js';
import { nano, readQuantity } from '../../scalars/quantity-text.js';
import { texts } from './cel-texts.js';

/** Functions of the library that give other results than those of the API server, as `name/arguments`. */
export const unsupportedFunctions: ReadonlySet<string> = new Set([
  'format/1',
  'strings.quote/1',
  ...['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'Hours', 'Minutes', 'Seconds'].map(
    (each) => `get${each}/1`,
  ),
  'getMilliseconds/1',
]);

/**
 * Returns the functions that the API server has and the library does not, and those that the library computes in
 * another way. See https://kubernetes.io/docs/reference/using-api/cel/
 */
export function kubernetesFunctions(library: CelLibrary): CelFunc[] {
  return [comparisons, conversions, texts, lists, sets, times, quantities].flatMap((each) => each(library));
}

/** Equality, order and sum, which differ for lists of the types `set` and `map`, and for characters beyond 16 bits. */
const comparisons: FunctionTable = ({ cel: { celFunc, CelScalar, listType } }) => {
  const { BOOL, DYN, STRING } = CelScalar;
  const list = listType(DYN);
  return [
    celFunc('_==_', [DYN, DYN], BOOL, equal),
    celFunc('_!=_', [DYN, DYN], BOOL, (one, other) => !equal(one, other)),
    celFunc('@in', [DYN, list], BOOL, (value, of) => [...of].some((each) => equal(each, value))),
    celFunc('_+_', [list, list], list, joined),
    celFunc('_<_', [STRING, STRING], BOOL, (one, other) => compareTexts(one, other) < 0),
    celFunc('_<=_', [STRING, STRING], BOOL, (one, other) => compareTexts(one, other) <= 0),
    celFunc('_>_', [STRING, STRING], BOOL, (one, other) => compareTexts(one, other) > 0),
    celFunc('_>=_', [STRING, STRING], BOOL, (one, other) => compareTexts(one, other) >= 0),
  ];
};

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const conversions: FunctionTable = ({ cel: { celFunc, CelScalar } }) => {
  const { DOUBLE, INT, STRING, DYN } = CelScalar;
  return [
    celFunc('int', [STRING], INT, (text) => {
      if (!/^[+-]?\d{1,30}$/.test(text)) throw new Error(`not an integer: ${text}`);
      return int64(BigInt(text.replace('+', '')));
    }),
    celFunc('double', [STRING], DOUBLE, (text) => {
      if (decimal.test(text)) return Number(text);
      throw /^[+-]?(?:inf|infinity|nan|0x.*)$/i.test(text) ? new Undecided() : new Error(`not a number: ${text}`);
    }),
    celFunc('string', [DOUBLE], STRING, doubleText),
    // Its unit is another one in the library.
    celFunc('timestamp', [INT], DYN, undecided),
    celFunc('duration', [INT], DYN, undecided),
  ];
};

const lists: FunctionTable = ({ cel: { celMethod, CelScalar, listType } }) => {
  const { BOOL, DYN, INT } = CelScalar;
  const list = listType(DYN);
  return [
    celMethod('sum', list, [], DYN, function () {
      return [...this].reduce<CelInput>(plus, 0n);
    }),
    celMethod('min', list, [], DYN, function () {
      return extreme(this, (order) => order < 0);
    }),
    celMethod('max', list, [], DYN, function () {
      return extreme(this, (order) => order > 0);
    }),
    celMethod('isSorted', list, [], BOOL, function () {
      const all = [...this];
      return all.slice(1).every((each, index) => compare(all[index]!, each) <= 0);
    }),
    celMethod('indexOf', list, [DYN], INT, function (value) {
      return BigInt([...this].findIndex((each) => equal(each, value)));
    }),
    celMethod('lastIndexOf', list, [DYN], INT, function (value) {
      return BigInt([...this].findLastIndex((each) => equal(each, value)));
    }),
  ];
};

const sets: FunctionTable = ({ cel: { celFunc, CelScalar, listType } }) => {
  const list = listType(CelScalar.DYN);
  const has = (of: CelList, value: CelValue): boolean => [...of].some((each) => equal(each, value));
  const hasAll = (of: CelList, values: CelList): boolean => [...values].every((each) => has(of, each));
  return [
    celFunc('sets.contains', [list, list], CelScalar.BOOL, hasAll),
    celFunc('sets.equivalent', [list, list], CelScalar.BOOL, (a, b) => hasAll(a, b) && hasAll(b, a)),
    celFunc('sets.intersects', [list, list], CelScalar.BOOL, (a, b) => [...a].some((each) => has(b, each))),
  ];
};

const utc: Readonly<Record<string, (at: Date) => number>> = {
  getFullYear: (at) => at.getUTCFullYear(),
  getMonth: (at) => at.getUTCMonth(),
  getDate: (at) => at.getUTCDate(),
  getDayOfMonth: (at) => at.getUTCDate() - 1,
  getDayOfWeek: (at) => at.getUTCDay(),
  getDayOfYear: (at) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear())) / 86_400_000),
  getHours: (at) => at.getUTCHours(),
  getMinutes: (at) => at.getUTCMinutes(),
  getSeconds: (at) => at.getUTCSeconds(),
  getMilliseconds: (at) => at.getUTCMilliseconds(),
};

/** Functions of times, which the library computes in the time zone of the machine, and prints with more zeros. */
const times: FunctionTable = ({ cel, protobuf: { toJson }, wellKnown }) => {
  const { celFunc, celMethod, CelScalar, objectType } = cel;
  const { INT, STRING } = CelScalar;
  const { DurationSchema, TimestampSchema, timestampDate } = wellKnown;
  const [timestamp, duration] = [objectType(TimestampSchema), objectType(DurationSchema)];
  return [
    ...Object.entries(utc).map(([name, part]) =>
      celMethod(name, timestamp, [], INT, function () {
        return BigInt(part(timestampDate(this.message)));
      }),
    ),
    celMethod('getMilliseconds', duration, [], INT, function () {
      return this.message.seconds * 1000n + BigInt(Math.trunc(this.message.nanos / 1e6));
    }),
    celFunc('string', [timestamp], STRING, ({ message }) => withoutZeros(toJson(TimestampSchema, message))),
    celFunc('string', [duration], STRING, ({ message }) => withoutZeros(toJson(DurationSchema, message))),
  ];
};

/** A quantity is a map with one entry, so that equal quantities are equal. */
const quantities: FunctionTable = ({ cel: { celFunc, celMethod, CelScalar, mapType } }) => {
  const { BOOL, INT, STRING } = CelScalar;
  const quantity = mapType(CelScalar.DYN, CelScalar.DYN);
  const order = (one: CelMap, other: CelMap): number => signOf(amountIn(one) - amountIn(other));
  return [
    celFunc('isQuantity', [STRING], BOOL, (text) => amountOf(text) !== undefined),
    celFunc('quantity', [STRING], quantity, (text) => {
      const amount = amountOf(text);
      if (amount === undefined) throw new Error(`not a quantity: ${text}`);
      return new Map([['quantity', amount]]);
    }),
    celMethod('isLessThan', quantity, [quantity], BOOL, function (other) {
      return order(this, other) < 0;
    }),
    celMethod('isGreaterThan', quantity, [quantity], BOOL, function (other) {
      return order(this, other) > 0;
    }),
    celMethod('compareTo', quantity, [quantity], INT, function (other) {
      return BigInt(order(this, other));
    }),
  ];
};

/** Longest quantity and largest exponent that are read: others would become numbers with as many digits. */
const longestQuantity = 60;

/** Returns the amount of a quantity in billionths; undefined for other text. */
function amountOf(text: string): bigint | undefined {
  if (text.length > longestQuantity) return undecided();
  const parsed = readQuantity(text);
  if (parsed === undefined) return undefined;
  return parsed.exponent > longestQuantity ? undecided() : quantityValue(parsed, nano);
}

const amountIn = (quantity: CelMap): bigint => quantity.get('quantity') as bigint;

/** Formats a number as Go does with the shortest form that keeps its value. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 21) return Object.is(value, -0) ? '-0' : String(value);
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

function withoutZeros(text: string): string {
  const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
  let kept = fraction;
  while (kept.endsWith('0')) kept = kept.slice(0, -1);
  return `${whole}${kept === '' ? '' : `.${kept}`}${text.slice(-1)}`;
}
