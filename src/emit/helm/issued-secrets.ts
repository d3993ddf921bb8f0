import type { BuiltObject } from '../../kustomize/build.js';
import { valueAt } from '../../model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../model/schema.js';
import { kindOf } from '../../model/kubernetes-object.js';
import { nameMark } from './names.js';

/** The objects of a chart. */
interface Objects {
  readonly objects: readonly BuiltObject[];
  readonly optional: readonly BuiltObject[];
}

/**
 * Gives the Secrets of cert-manager names of the release, so that two releases in one namespace do not share them.
 * kustomize does not change their names, because they are not among its objects.
 */
export function withIssuedSecrets<Input extends Objects>(input: Input): Input {
  const all = [...input.objects, ...input.optional].map(({ object }) => object);
  const names = new Set(
    all.filter((each) => kindOf(each) === 'Certificate').map((each) => valueAt(each, 'spec', 'secretName')),
  );
  const change = (built: BuiltObject): BuiltObject => ({
    ...built,
    object: renamed(built.object, names) as JsonObject,
  });
  return { ...input, objects: input.objects.map(change), optional: input.optional.map(change) };
}

function renamed(value: JsonValue, names: ReadonlySet<JsonValue | undefined>): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => renamed(each, names));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): readonly [string, JsonValue] => {
    if (key === 'secretName' && typeof each === 'string' && names.has(each)) return [key, nameMark('Secret', each)];
    const name = key === 'secret' || key === 'secretRef' ? valueAt(each, 'name') : undefined;
    const isNamed = typeof name === 'string' && names.has(name);
    return [key, isNamed ? { ...(each as JsonObject), name: nameMark('Secret', name) } : renamed(each, names)];
  });
  return Object.fromEntries(entries);
}
