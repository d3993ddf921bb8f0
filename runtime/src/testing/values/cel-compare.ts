import type { CelFunc, CelInput, CelList, CelMap, CelValue } from '@bufbuild/cel';
import { celLibrary } from './cel-library.js';
import { setOf, unorderedType } from './cel-values.js';

/** Thrown by functions whose result is not known here for some arguments. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** Marks the result of a function as unknown. */
export function undecided(): never {
  throw new Undecided();
}

/** Compares values as the API server does; the left side decides how lists are compared. */
export function equal(one: CelValue, other: CelValue): boolean {
  const { cel } = celLibrary();
  if (unorderedType(one) === 'set' && cel.isCelList(other) && cel.isCelList(one)) {
    const items = [...one];
    return items.length === other.size && [...other].every((each) => items.some((item) => equal(item, each)));
  }
  if (unorderedType(one) === 'map') return undecided();
  if (cel.isCelList(one)) return cel.isCelList(other) && one.size === other.size && equalItems(one, other);
  if (cel.isCelMap(one)) return cel.isCelMap(other) && one.size === other.size && equalEntries(one, other);
  return libraryEquals(one, other);
}

function equalItems(one: CelList, other: CelList): boolean {
  const others = [...other];
  return [...one].every((each, index) => equal(each, others[index]!));
}

function equalEntries(one: CelMap, other: CelMap): boolean {
  return [...one].every(([key, value]) => {
    const found = other.get(key);
    return found !== undefined && equal(value, found);
  });
}

let equality: CelFunc | undefined;

/** Compares values that are neither lists nor maps. */
function libraryEquals(one: CelValue, other: CelValue): boolean {
  equality ??= [...celLibrary().cel.celEnv().funcs.find('_==_')!][0]!;
  return equality.call(0, undefined, [one, other]) === true;
}

/** Returns the sum of two lists; that of sets has each item once. */
export function joined(one: CelList, other: CelList): CelList {
  switch (unorderedType(one)) {
    case 'map':
      return undecided();
    case 'set': {
      const items = [...one];
      return setOf([...items, ...[...other].filter((each) => !items.some((item) => equal(item, each)))]);
    }
    case undefined:
      return celLibrary().cel.celListConcat(one, other);
  }
}

/** Compares strings by their characters, as Go does; JavaScript compares UTF-16 code units. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Returns a negative number, 0 or a positive number for the order of two values of one type. */
export function compare(one: CelValue, other: CelValue): number {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  const isOrdered = ['bigint', 'number', 'boolean'].includes(typeof one) && typeof one === typeof other;
  if (!isOrdered || one === null || other === null) return undecided();
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the item of a list that is better than all others. */
export function extreme(list: CelList, isBetter: (order: number) => boolean): CelValue {
  const [first, ...others] = list;
  if (first === undefined) throw new Error('the list is empty');
  return others.reduce((best, each) => (isBetter(compare(each, best)) ? each : best), first);
}

/** Adds a number to a sum. */
export function plus(sum: CelInput, each: CelValue): CelInput {
  if (typeof each === 'bigint') return int64((sum as bigint) + each);
  return typeof each === 'number' ? Number(sum) + each : undecided();
}

/**
 * Returns an integer of 64 bits.
 * @throws Error if it has more
 */
export function int64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new Error('integer overflow');
  return value;
}
