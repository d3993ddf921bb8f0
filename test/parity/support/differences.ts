import { isDeepStrictEqual } from 'node:util';
import type { CrdSchema } from './built-in-types.js';

/** One keyword that two schemas do not share. */
export interface Difference {
  /** The type, and below it the fields, `[]` for the items of a list and `[*]` for the values of a record. */
  readonly path: readonly string[];
  /** A keyword of JSONSchemaProps, or `field` where one side lacks the field. */
  readonly keyword: string;
  readonly controllerGen: unknown;
  readonly ours: unknown;
}

/** Compares two schemas keyword by keyword. Descriptions are compared as words: OpenAPI has joined their lines. */
export function differencesOf(path: readonly string[], controllerGen: CrdSchema, ours: CrdSchema): Difference[] {
  return [...new Set([...Object.keys(controllerGen), ...Object.keys(ours)])].flatMap((keyword): Difference[] => {
    const [one, other] = [controllerGen[keyword], ours[keyword]];
    switch (keyword) {
      case 'properties':
        return fieldDifferences(path, one ?? {}, other ?? {});
      case 'required':
        return requiredDifferences(path, one ?? [], other ?? []);
      case 'items':
      case 'additionalProperties':
        if (isSchema(one) && isSchema(other)) {
          return differencesOf([...path, keyword === 'items' ? '[]' : '[*]'], one, other);
        }
    }
    const same = keyword === 'description' ? words(one) === words(other) : isDeepStrictEqual(one, other);
    return same ? [] : [{ path, keyword, controllerGen: one, ours: other }];
  });
}

function fieldDifferences(path: readonly string[], controllerGen: CrdSchema, ours: CrdSchema): Difference[] {
  return [...new Set([...Object.keys(controllerGen), ...Object.keys(ours)])].flatMap((name) => {
    const [one, other] = [controllerGen[name], ours[name]];
    const at = [...path, name];
    return one && other
      ? differencesOf(at, one, other)
      : [{ path: at, keyword: 'field', controllerGen: one !== undefined, ours: other !== undefined }];
  });
}

function requiredDifferences(path: readonly string[], one: readonly string[], other: readonly string[]): Difference[] {
  const names = [...new Set([...one, ...other])].filter((name) => one.includes(name) !== other.includes(name));
  return names.map((name) => ({
    path: [...path, name],
    keyword: 'required',
    controllerGen: one.includes(name),
    ours: other.includes(name),
  }));
}

function isSchema(value: unknown): value is CrdSchema {
  return typeof value === 'object' && value !== null;
}

/** A text without its line breaks and indents. */
export function words(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '';
}
