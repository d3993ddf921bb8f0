import { perText } from '../../base/text/per-text.js';
import { isObject } from '../../base/model/schema.js';
import { placeOf } from '../../base/text/text.js';
import { asKustomize, isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import { mapsIn, setKey, type Json, type JsonMap } from './json.js';

export interface ReadObjects {
  readonly objects: readonly JsonMap[];
  /** Whether the objects are the items of one list. */
  readonly isList: boolean;
}

/** The documents of a text, which can share parts, or the reason why there are none. */
type Parsed = readonly unknown[] | { readonly reason: string };

/**
 * Returns the objects in a YAML text, as kustomize reads them, or the reason why there are none. They share no parts,
 * and integers are exact.
 * @param allowsList whether the text can be a list of objects
 */
export function readObjects(text: string | undefined, allowsList = false): ReadObjects | { readonly reason: string } {
  if (text === undefined) return { reason: 'it is not there' };
  const parsed = parse(text);
  if ('reason' in parsed) return parsed;
  let values: readonly Json[];
  try {
    values = parsed.map(ownCopy).filter((each) => each !== null);
  } catch (error) {
    return { reason: (error as Error).message };
  }
  const [first] = values;
  if (allowsList && Array.isArray(first)) return { objects: mapsIn(first), isList: true };
  const objects = values.filter((each) => isObject(each));
  // A Kubernetes list stands for its items.
  const items = objects.flatMap((each) =>
    each['kind'] === 'List' && Array.isArray(each['items']) ? mapsIn(each['items']) : [each],
  );
  return { objects: items, isList: false };
}

const parse = perText((text): Parsed => {
  const documents = yamlDocuments(text, { ...asKustomize, merge: true, intAsBigInt: true });
  if (isYamlProblem(documents)) return { reason: documents.message };
  const broken = documents.flatMap(({ errors }) => errors)[0];
  if (broken !== undefined) return { reason: `${broken.message} at line ${placeOf(text, broken.pos[0]).line}` };
  try {
    return documents.map((each): unknown => each.toJS() ?? null);
  } catch (error) {
    return { reason: (error as Error).message };
  }
});

/** Maximum number of values in a document, which aliases multiply. */
const mostValues = 2_000_000;

/**
 * Returns a copy of a value that the YAML package has read, in which each alias is a copy as well, so that a change in
 * one place does not affect another. Integers that JavaScript would round remain of type `bigint`, which the YAML
 * printers support.
 * @throws Error if the aliases expand to too much
 */
function ownCopy(value: unknown): Json {
  let left = mostValues;
  const copy = (each: unknown): Json => {
    if ((left -= 1) < 0) throw new Error('its aliases expand to too much');
    if (typeof each === 'bigint') return exact(each);
    if (Array.isArray(each)) return each.map(copy);
    if (typeof each !== 'object' || each === null) return each as Json;
    const map: JsonMap = {};
    for (const [key, inner] of Object.entries(each)) setKey(map, key, copy(inner));
    return map;
  };
  return copy(value);
}

function exact(value: bigint): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : (value as unknown as Json);
}
