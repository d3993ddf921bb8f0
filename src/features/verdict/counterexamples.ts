import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { withoutConsequences } from './consequences.js';
import type { ServerError } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';

/** An object that one CRD accepts and another one rejects. */
export interface Counterexample {
  /** The rejected field, such as `spec.ports[0].name`. */
  readonly field: string;
  /** The message of the API server. */
  readonly reason: string;
  /** The object, with as few fields as possible. */
  readonly object: JsonObject;
}

/** Two CRDs of a kind. */
export interface TwoDefinitions {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Maximum number of fields for which an object is shown. */
const mostFields = 20;
/** Maximum number of smaller objects that are tried for one field. */
const mostSmaller = 120;

/**
 * Asks the API server about objects. Returns one object for each field and reason that only the CRD after a change
 * rejects.
 * @throws HelperFailed
 */
export async function counterexamples(
  helper: Helper,
  { before, after }: TwoDefinitions,
  objects: readonly JsonObject[],
): Promise<readonly Counterexample[]> {
  const [old, now] = [before, after].map(textOf);
  const rejectionsBy = async (crd: string, object: JsonObject): Promise<readonly ServerError[] | undefined> => {
    const answer = await helper.ask({ operation: 'object', object: JSON.stringify(object), crds: [crd] });
    return answer.problem === undefined ? withoutConsequences(answer.errors ?? []) : undefined;
  };
  /** Returns the errors of only the new CRD. */
  const newRejections = async (object: JsonObject): Promise<readonly ServerError[]> => {
    const [known, found] = await Promise.all([rejectionsBy(old!, object), rejectionsBy(now!, object)]);
    // The removal of unknown fields is a separate change.
    return known?.length === 0 ? (found ?? []).filter(({ type }) => type !== 'StrictDecoding') : [];
  };
  const found = new Map<string, Counterexample>();
  const rejected = await Promise.all(objects.map(async (object) => ({ object, errors: await newRejections(object) })));
  for (const { object, errors } of rejected) {
    for (const { field = '', message } of errors) {
      const key = keyOf({ field, message });
      if (found.has(key) || found.size === mostFields) continue;
      const isRejected = async (each: JsonObject): Promise<boolean> =>
        (await newRejections(each)).some((error) => keyOf(error) === key);
      found.set(key, { field, reason: message, object: await shrunk(withShortMetadata(object), isRejected) });
    }
  }
  return [...found.values()];
}

/** Returns a CRD as it is created, without the status that a cluster has added. */
function textOf({ apiVersion, kind, metadata, spec }: JsonObject): string {
  const { name } = metadata as JsonObject;
  return JSON.stringify({ apiVersion, kind, metadata: { name }, spec });
}

/** Returns a text that is the same for similar rejections: without indexes, values and numbers. */
function keyOf({ field = '', message }: Pick<ServerError, 'field' | 'message'>): string {
  return `${field.replaceAll(/\[\d+\]/g, '[]')} ${message
    .split(': ')
    .at(-1)!
    .replaceAll(/\d+|".*"/g, '')}`;
}

function withShortMetadata({ metadata, ...rest }: JsonObject): JsonObject {
  const { name, namespace } = metadata as JsonObject;
  return { ...rest, metadata: { name: name!, ...(namespace !== undefined && { namespace }) } };
}

/** Makes an object smaller as long as it satisfies a condition. */
async function shrunk(object: JsonObject, isSearched: (object: JsonObject) => Promise<boolean>): Promise<JsonObject> {
  let smallest = object;
  let left = mostSmaller;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const each of smaller(smallest)) {
      if (left === 0) return smallest;
      left -= 1;
      if (!(await isSearched(each as JsonObject))) continue;
      smallest = each as JsonObject;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

const kept: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Yields a value without one of its parts, the largest parts first; and smaller numbers and texts. */
function* smaller(value: JsonValue, isRoot = true): Generator<JsonValue> {
  if (typeof value === 'number' && value !== 0) {
    yield Math.trunc(value / 2);
    yield value - Math.sign(value);
  } else if (typeof value === 'string' && value !== '') {
    yield value.slice(0, value.length / 2);
    yield value.slice(1);
  } else if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    for (const index of items.keys()) yield items.toSpliced(index, 1);
    for (const [index, item] of items.entries()) {
      for (const each of smaller(item, false)) yield items.with(index, each);
    }
  } else if (isObject(value)) {
    const keys = Object.keys(value).filter((key) => !isRoot || !kept.has(key));
    for (const key of keys) yield Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
    for (const key of keys) {
      for (const each of smaller(value[key]!, false)) yield { ...value, [key]: each };
    }
  }
}
