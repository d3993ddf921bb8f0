import type { DeepReadonly } from '../api/object.js';
import { checkLevel } from './limits.js';

/** `T` with mutable fields: reverts `DeepReadonly`. */
export type DeepMutable<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? DeepMutable<E>[]
      : { -readonly [K in keyof T]: DeepMutable<T[K]> };

/**
 * Returns a mutable deep copy of a JSON value. It is many times faster than structuredClone, and supports any depth
 * that the API server accepts. Markers that are not part of the JSON, such as that of inexact numbers, are kept on the
 * outermost object.
 * @throws RangeError if the value contains itself
 */
export function clone<T>(value: T): DeepMutable<T> {
  const result = copy(value);
  if (typeof result === 'object' && result !== null) {
    for (const mark of Object.getOwnPropertySymbols(value)) {
      (result as Record<symbol, unknown>)[mark] = (value as Record<symbol, unknown>)[mark];
    }
  }
  return result as DeepMutable<T>;
}

type Container = unknown[] | Record<string, unknown>;

// Recursion copies faster than a loop, and its lists have no spare capacity: 10,000 copies that are kept take a fifth
// of the time and two thirds of the heap. Deeper levels use the loop, which never overflows the stack.
const recursiveLevels = 100;

function copy(value: unknown, level = 1): unknown {
  if (!isContainer(value)) return value;
  if (level > recursiveLevels) return copyDeep(value);
  if (Array.isArray(value)) return value.map((each) => copy(each, level + 1));
  const result: Record<string, unknown> = {};
  for (const key in value) {
    const part = value[key];
    const copied = isContainer(part) ? copy(part, level + 1) : part;
    if (key === '__proto__') setProto(result, copied);
    else result[key] = copied;
  }
  return result;
}

function copyDeep(root: Container): unknown {
  const result = emptyAs(root);
  // Source, copy and depth, alternating.
  const waiting: (Container | number)[] = [root, result, recursiveLevels];
  while (waiting.length > 0) {
    const level = waiting.pop() as number;
    const to = waiting.pop() as Container;
    const from = waiting.pop() as Container;
    checkLevel(level);
    for (const key of Object.keys(from)) {
      const value = (from as Record<string, unknown>)[key];
      const target = isContainer(value) ? emptyAs(value) : value;
      if (isContainer(value)) waiting.push(value, target as Container, level + 1);
      if (key === '__proto__') setProto(to, target);
      else (to as Record<string, unknown>)[key] = target;
    }
  }
  return result;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function emptyAs(value: Container): Container {
  return Array.isArray(value) ? [] : {};
}

/** Defines the field, because an assignment to `__proto__` would set the prototype. */
function setProto(object: object, value: unknown): void {
  Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Freezes a JSON value deeply: changing a shared object then throws a TypeError.
 * @throws RangeError if it is nested more deeply than can be copied
 */
export function freeze<T>(value: T): DeepReadonly<T> {
  // Value and depth, alternating.
  const waiting: unknown[] = [value, 1];
  while (waiting.length > 0) {
    const level = waiting.pop() as number;
    const next = waiting.pop();
    // A frozen value was visited before, which also covers a value that contains itself.
    if (!isContainer(next) || Object.isFrozen(next)) continue;
    checkLevel(level);
    Object.freeze(next);
    for (const each of Object.values(next)) if (isContainer(each)) waiting.push(each, level + 1);
  }
  return value as DeepReadonly<T>;
}
