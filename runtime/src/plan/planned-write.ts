import { createPatch, type JsonPatchOperation } from '../json/json-patch.js';
import { isJsonObject } from '../json/json-object.js';
import { hideSecrets, unescaped, type Valued } from './hide-secrets.js';
import type { Json } from './planned-object.js';
import type { Target } from './target.js';

export type PlannedVerb = 'create' | 'update' | 'patch' | 'apply' | 'delete';

/** Write that would change something. */
export interface PlannedWrite {
  readonly verb: PlannedVerb;
  readonly apiVersion: string;
  readonly kind: string;
  /** Lower-case plural of the kind. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly subresource?: string | undefined;
  /**
   * JSON patch from the object before the write to the object after it; a new object is an `add` with an empty path, and a
   * deletion has no operation. Fields that the server sets on every write are omitted, and secret values are hidden.
   */
  readonly patch: readonly JsonPatchOperation[];
  /** The values that the operations replace or remove, by path. */
  readonly old: Readonly<Record<string, unknown>>;
}

/** A write, and the object before and after it; null if it does not exist. */
export interface Change {
  readonly verb: PlannedVerb;
  readonly target: Target;
  readonly before: Json | null;
  readonly after: Json | null;
  /** The object as it is remembered; null if it is gone after the write. */
  readonly current: Json | null;
  /** Whether the write requests the deletion of the object. */
  readonly isDeletion?: boolean;
  /** Whether `after` is the body of a subresource, and not the object. */
  readonly isPart?: boolean;
}

/** Metadata that the server sets, and that says nothing about what a write is for. */
const noise = [
  'managedFields',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'uid',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

/** Returns the write of a change; undefined if it changes nothing. */
export function plannedWrite({ verb, target, before, after, isDeletion = false }: Change): PlannedWrite | undefined {
  const object = after ?? before;
  if (object === null) return undefined;
  const patch = isDeletion ? [] : patchOf(before, after);
  if (!isDeletion && patch.length === 0) return undefined;
  const { apiVersion, kind } = object;
  const { plural: resource, namespace, name = object.metadata.name, subresource } = target;
  const old = hideSecrets(object, before === null ? [] : oldValues(withoutNoise(before), patch));
  return {
    ...{ verb, apiVersion, kind, resource, namespace, name, subresource },
    patch: hideSecrets(object, patch),
    old: Object.fromEntries(old.map((each) => [each.path, each.value])),
  };
}

function patchOf(before: Json | null, after: Json | null): readonly JsonPatchOperation[] {
  if (before === null) return [{ op: 'add', path: '', value: withoutNoise(after!) }];
  return createPatch(withoutNoise(before), withoutNoise(after ?? before));
}

/** Returns the object without the metadata that the server sets. */
export function withoutNoise(object: Json): object {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const kept = Object.entries(metadata).filter(([key]) => !noise.includes(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}

/** Returns the values that a patch replaces or removes. The indexes of lists are those before the patch. */
function oldValues(before: object, patch: readonly JsonPatchOperation[]): readonly Valued[] {
  return patch.flatMap(({ op, path }) => {
    if (op !== 'replace' && op !== 'remove') return [];
    const value = path
      .split('/')
      .slice(1)
      .reduce<unknown>((each, key) => (each as Record<string, unknown> | undefined)?.[unescaped(key)], before);
    return value === undefined ? [] : [{ op: 'add', path, value } as const];
  });
}
