import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { exactJson } from '../../base/model/exact-json.js';
import { type JsonPath, own } from '../../base/model/json-at.js';
import { quantityPattern } from '../../base/model/quantity.js';
import { isObject, type JsonValue } from '../../base/model/schema.js';
import type { BundleFile } from './bundle.js';
import { csvTypes } from './csv-types.js';
import { problemAt } from './rules/rule.js';
import { parseTolerantVersion } from './semver.js';

const quantity = new RegExp(quantityPattern);

/** A type whose values contain no others. */
interface Scalar {
  readonly isValid: (value: JsonValue) => boolean;
  readonly what: string;
  /** Whether null is an error. Go ignores it for all types that do not decode it themselves. */
  readonly refusesNull?: true;
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isInteger = (value: JsonValue, bits: number): boolean =>
  Number.isInteger(value) && (value as number) >= -(2 ** (bits - 1)) && (value as number) < 2 ** (bits - 1);

/** The types in `csvTypes` that have no entry of their own, as Go decodes them. */
const scalars: Readonly<Record<string, Scalar>> = {
  any: { isValid: () => true, what: 'a value' },
  string: { isValid: isText, what: 'a text' },
  bool: { isValid: (value) => typeof value === 'boolean', what: 'true or false' },
  int32: { isValid: (value) => isInteger(value, 32), what: 'an integer of 32 bits' },
  int64: { isValid: (value) => isInteger(value, 64), what: 'an integer of 64 bits' },
  intOrString: { isValid: (value) => isText(value) || isInteger(value, 32), what: 'a string or an integer of 32 bits' },
  quantity: {
    isValid: (value) => Number.isFinite(value) || (isText(value) && quantity.test(value.trim())),
    what: 'a quantity such as 10m or 64Mi',
  },
  time: { isValid: (value) => isText(value) && isTime(value), what: 'a time such as "2026-01-31T12:00:00Z"' },
  version: {
    isValid: (value) => isText(value) && parseTolerantVersion(value) !== undefined,
    what: 'a version such as "0.1.0"',
    refusesNull: true,
  },
  release: {
    isValid: (value) => isText(value) && value.split('.').every(isReleasePart),
    what: 'numbers and words separated by dots, such as "1"',
    refusesNull: true,
  },
};

/** Reports whether a text is an RFC 3339 time as Go parses it, with uppercase letters. */
function isTime(text: string): boolean {
  const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
  const time = form.exec(text)?.[1];
  if (time === undefined) return false;
  const read = new Date(`${time}Z`);
  // JavaScript turns February 30 into March 2.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(time);
}

const isReleasePart = (part: string): boolean => /^(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)$/.test(part);

/**
 * Reports values of a ClusterServiceVersion whose type differs from what OLM reads. As in Go, unknown fields and null
 * are ignored.
 */
export function shapeProblems(csv: BundleFile): readonly Diagnostic[] {
  return [...problemsIn(csv, 'ClusterServiceVersion', csv.value, [])];
}

function* problemsIn(file: BundleFile, type: string, value: JsonValue, path: JsonPath): Generator<Diagnostic> {
  const scalar = scalars[type];
  if (value === null) {
    if (scalar?.refusesNull) yield mismatch(file, path, scalar.what, value);
  } else if (scalar !== undefined) {
    if (!scalar.isValid(value)) yield mismatch(file, path, scalar.what, value);
  } else if (type.startsWith('[]')) {
    if (!Array.isArray(value)) yield mismatch(file, path, 'a list', value);
    else for (const [index, each] of value.entries()) yield* problemsIn(file, type.slice(2), each, [...path, index]);
  } else if (!isObject(value)) {
    yield mismatch(file, path, 'a mapping', value);
  } else {
    for (const [key, each] of Object.entries(value)) {
      const inner = typeOfValue(type, key);
      if (inner !== undefined) yield* problemsIn(file, inner, each, [...path, key]);
    }
  }
}

/** Returns the type of a value in a map or in a mapping with fields; undefined for an unknown field. */
function typeOfValue(type: string, key: string): string | undefined {
  if (type.startsWith('map[]')) return type.slice('map[]'.length);
  const fields = csvTypes[type]!;
  return own(fields, key);
}

function mismatch(file: BundleFile, path: JsonPath, expected: string, value: JsonValue): Diagnostic {
  return problemAt(file, path, 'invalid-csv-value', { field: path.join('.'), expected, found: foundText(value) });
}

function foundText(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a mapping' : exactJson(value);
}
