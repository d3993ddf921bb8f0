import { exactJson } from '../../../base/model/exact-json.js';
import { isObject, type JsonValue } from '../../../base/model/schema.js';
import { code, entry, list, literal, map, text, type Code, type Node } from './template.js';
import { goString } from './print-template.js';

// While a kustomization is built, marks replace the names that depend on the release. They have neither dots nor
// slashes, so that replacements do not split them.
const open = '\uE000';
const close = '\uE001';
const marks = /\uE000([0-9a-f]*)\uE001/;

/** Stands for the namespace of the release. */
export const namespaceMark = open + close;

/**
 * Returns a mark for the name of an object in the chart: the full name of the release with this suffix.
 * @param declared the name in the file of the object, before all prefixes and suffixes of kustomizations
 */
export function nameMark(kind: string, suffix: string, declared = suffix): string {
  return open + Buffer.from(JSON.stringify([kind, suffix, declared])).toString('hex') + close;
}

/** A name that the chart gives to an object. */
export interface ReleaseName {
  readonly kind: string;
  readonly suffix: string;
  /** The name in the file of the object, which identifies the object. */
  readonly declared: string;
}

/** Returns the name that a text stands for; undefined for any other text. */
export function nameIn(value: unknown): ReleaseName | undefined {
  const parts = typeof value === 'string' ? value.split(marks) : [];
  const [before, hex, after] = parts;
  return parts.length === 3 && before === '' && after === '' ? decoded(hex ?? '') : undefined;
}

function decoded(hex: string): ReleaseName | undefined {
  if (hex === '') return undefined;
  try {
    const [kind, suffix, declared] = JSON.parse(Buffer.from(hex, 'hex').toString()) as readonly [
      string,
      string,
      string,
    ];
    return { kind, suffix, declared };
  } catch {
    return undefined;
  }
}

/** Returns the expressions for the names of a release. */
export interface NameCode {
  readonly nameCode: (name: Omit<ReleaseName, 'declared'>) => string;
  readonly namespaceCode: string;
}

/**
 * Maximum lengths of names of kinds whose names are parts of domains or labels: Kubernetes adds 11 characters to those
 * of CronJobs and StatefulSets. All others have the limit of the helper.
 */
const longest: ReadonlyMap<string, number> = new Map([
  ['CronJob', 52],
  ['Job', 63],
  ['Service', 63],
  ['StatefulSet', 52],
]);

/** Returns the expression for the name of an object with a suffix. */
export function resourceName(project: string, { kind, suffix }: Omit<ReleaseName, 'declared'>): string {
  const limit = longest.get(kind);
  const rest = limit === undefined ? '"context" $' : `"limit" ${limit} "context" $`;
  return `include ${goString(`${project}.resourceName`)} (dict "suffix" ${goString(suffix)} ${rest})`;
}

/** Reports whether a value has names that depend on the release. */
export function hasMarks(value: JsonValue | undefined): boolean {
  return value !== undefined && marks.test(exactJson(value));
}

/** Returns a value as a part of a template, with expressions for the names of the release. */
export function toNode(value: JsonValue, names: NameCode): Node {
  if (!hasMarks(value)) return literal(value);
  if (typeof value === 'string') return text(...textParts(value, names));
  if (Array.isArray(value)) return list(...(value as readonly JsonValue[]).map((each) => toNode(each, names)));
  if (!isObject(value)) return literal(value);
  return map(...Object.entries(value).map(([key, each]) => entry(key, toNode(each, names))));
}

function textParts(value: string, { nameCode, namespaceCode }: NameCode): readonly (string | Code)[] {
  return value.split(marks).flatMap((part, index): readonly (string | Code)[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const name = decoded(part);
    return [code(name === undefined ? namespaceCode : nameCode(name))];
  });
}
