import type { BuiltObject } from '../../../output/kustomize/build.js';
import { listAt, valueAt } from '../../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import { hasMarks, nameMark } from './names.js';

/** The objects of a chart. */
interface Objects {
  readonly objects: readonly BuiltObject[];
  readonly optional: readonly BuiltObject[];
}

/**
 * Gives the Secrets of cert-manager names in the release, so that two releases in one namespace do not share them.
 * Kustomize does not change their names, because they are not among its objects.
 */
export function withIssuedSecrets<Input extends Objects>(input: Input): Input {
  const all = [...input.objects, ...input.optional].map(({ object }) => object);
  const names = new Set(
    all
      .filter((each) => kindOf(each) === 'Certificate')
      .flatMap((each) => {
        const name = valueAt(each, 'spec', 'secretName');
        return typeof name === 'string' && !hasMarks(name) ? [name] : [];
      }),
  );
  if (names.size === 0) return input;
  const change = (built: BuiltObject): BuiltObject => ({
    ...built,
    object: renamed(built.object, names) as JsonObject,
  });
  return { ...input, objects: input.objects.map(change), optional: input.optional.map(change) };
}

/** Keys of references to Secrets, or of lists of them: secret, secretRef, secretKeyRef, imagePullSecrets, keySecret. */
const references = /secrets?(?:key)?(?:ref)?$/i;

function renamed(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => renamed(each, names));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): readonly [string, JsonValue] => {
    if (key === 'secretName') return [key, newName(each, names)];
    if (references.test(key)) return [key, renamedReference(each, names)];
    return [key, renamed(each, names)];
  });
  return renamedRule(renamedKind(Object.fromEntries(entries), names), names);
}

function newName(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  return typeof value === 'string' && names.has(value) ? nameMark('Secret', value) : value;
}

function renamedReference(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => renamedReference(each, names));
  const inside = renamed(value, names);
  return isObject(inside) ? withNewName(inside, names) : inside;
}

/** Renames a reference that names the kind of its object, as those of the Gateway API do. */
function renamedKind(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  // An object's own name is below its metadata.
  return value['kind'] === 'Secret' ? withNewName(value, names) : value;
}

function withNewName(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const name = value['name'];
  return name === undefined ? value : { ...value, name: newName(name, names) };
}

/** Renames the Secrets that a rule of a role refers to. */
function renamedRule(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const isRule = listAt(value, 'resources').includes('secrets') && listAt(value, 'apiGroups').includes('');
  if (!isRule || value['resourceNames'] === undefined) return value;
  return { ...value, resourceNames: listAt(value, 'resourceNames').map((each) => newName(each, names)) };
}
