import { toYaml } from '../../base/text/yaml.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import type { Verdict } from './ask.js';
import { differences, type Difference } from './differences.js';

/** An object that the API server would store. */
export interface StoredObject {
  readonly object: JsonObject;
  /** Whether it replaces an old version. */
  readonly isUpdate: boolean;
  /** Changes of the API server: defaults, and fields that it drops or normalizes. */
  readonly changes: readonly Difference[];
}

/** Fields of `metadata` whose values differ each time. */
const random = ['uid', 'creationTimestamp', 'resourceVersion'];
/** Fields of `metadata` that the API server sets in every object. */
const systemFields = /^metadata\.(?:generation|managedFields|namespace)\b/;

/** Returns an accepted object as it would be stored; undefined for a rejected one. */
export function storedObject({ manifest, answer }: Verdict, isUpdate: boolean): StoredObject | undefined {
  const { storedText, errors = [] } = answer;
  const object = storedText === undefined || errors.length > 0 ? undefined : valueOf(storedText);
  if (object === undefined || !isObject(object)) return undefined;
  const { metadata = {} } = object;
  const named = isObject(metadata) ? Object.entries(metadata).filter(([key]) => !random.includes(key)) : [];
  const stored = { ...object, metadata: Object.fromEntries(named) };
  const changes = differences(valueOf(manifest.text), stored).filter(({ path }) => !systemFields.test(path));
  return { object: stored, isUpdate, changes };
}

/** Prints objects as a YAML stream. */
export function storedYaml(objects: readonly StoredObject[]): string {
  return toYaml(...objects.map(({ object }) => inUsualOrder(object)));
}

const first = ['apiVersion', 'kind', 'metadata'];

function inUsualOrder(object: JsonObject): JsonObject {
  const rest = Object.keys(object).filter((key) => !first.includes(key));
  return Object.fromEntries([...first, ...rest].flatMap((key) => (key in object ? [[key, object[key]!]] : [])));
}

/** Parses an object as the API server does: YAML 1.1, and 64-bit integers. */
function valueOf(text: string): JsonValue | undefined {
  const document = yamlDocument(text, { version: '1.1', intAsBigInt: true });
  return isYamlProblem(document) ? undefined : (withNumbers(document.toJS()) as JsonValue);
}

/** Turns integers into numbers, except those that a number cannot represent. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNumbers(each)]));
}
