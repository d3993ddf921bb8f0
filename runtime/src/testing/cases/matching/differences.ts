import { isJsonObject } from '../../../json/json-object.js';
import type { FieldPath } from '../model.js';

/** Field of an expected object that the actual object does not have, or has with another value. */
export interface Difference {
  readonly path: FieldPath;
  readonly expected: unknown;
  /** Undefined if the field is missing. */
  readonly actual: unknown;
}

/**
 * Returns how an object differs from an expected one; nothing if it has all its fields. Additional fields are no
 * difference, but lists must have the same length, and values the same type.
 */
export function differences(expected: unknown, actual: unknown, path: FieldPath = []): readonly Difference[] {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      Object.hasOwn(actual, name)
        ? differences(value, actual[name], [...path, name])
        : [{ path: [...path, name], expected: value, actual: undefined }],
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((value, index) => differences(value, actual[index], [...path, index]));
  return expected === actual ? [] : [{ path, expected, actual }];
}
