import { own } from '../../base/model/json-at.js';
import { isObject, type JsonValue } from '../../base/model/schema.js';

/** A field that differs between an object as written and as stored. */
export interface Difference {
  /** Such as `spec.ports[0].protocol`. */
  readonly path: string;
  /** The stored value; undefined if the field was removed. */
  readonly value: JsonValue | undefined;
}

/** Returns the fields whose stored values differ from the written ones: defaults, pruned and normalized fields. */
export function differences(written: JsonValue | undefined, stored: JsonValue | undefined, path = ''): Difference[] {
  if (written === stored) return [];
  if (isObject(written) && isObject(stored)) {
    const keys = [...new Set([...Object.keys(written), ...Object.keys(stored)])];
    return keys.flatMap((key) => differences(own(written, key), own(stored, key), pathOf(path, key)));
  }
  if (Array.isArray(written) && Array.isArray(stored) && written.length === stored.length) {
    return stored.flatMap((each, index) =>
      differences(written[index] as JsonValue, each as JsonValue, `${path}[${index}]`),
    );
  }
  return [{ path, value: stored }];
}

function pathOf(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
