import type { DeepReadonly } from '../api/object.js';

/** A deep copy of a JSON value that may be changed. Written out: ten times faster than structuredClone. */
export function clone<T>(value: DeepReadonly<T> | T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string | symbol, unknown> = {};
  for (const key in value) {
    const each = copy((value as Record<string, unknown>)[key]);
    // Assigning to `__proto__` would set the prototype and not a field.
    if (key === '__proto__')
      Object.defineProperty(result, key, { value: each, enumerable: true, configurable: true, writable: true });
    else result[key] = each;
  }
  // Marks that are no part of the JSON, such as that of numbers which cannot be held.
  for (const symbol of Object.getOwnPropertySymbols(value)) result[symbol] = (value as Record<symbol, unknown>)[symbol];
  return result;
}

/** Freezes a JSON value through and through: whoever changes a shared object gets a TypeError at once. */
export function freeze<T>(value: T): DeepReadonly<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) freeze(each);
  }
  return value as DeepReadonly<T>;
}
