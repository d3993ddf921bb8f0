import type { ResourceKind } from './read-kinds.js';
import type { Model } from './read-models.js';

/** Where a model goes: the file of its group and version, and its name there. */
export interface Place {
  /** Short name of the group, which is the folder: `apps`, `core`, `meta`, `rbac`. */
  readonly folder: string;
  readonly version: string;
  readonly name: string;
}

// https://github.com/kubernetes/apimachinery/tree/master/pkg/apis/meta/v1: what every group shares.
const meta = new Set(
  `APIGroup APIGroupList APIResource APIResourceList APIVersions Condition DeleteOptions FieldSelectorRequirement
  GroupResource GroupVersionForDiscovery LabelSelector LabelSelectorRequirement ListMeta ManagedFieldsEntry MicroTime ObjectMeta
  OwnerReference Preconditions ServerAddressByClientCIDR ShardInfo Status StatusCause StatusDetails`.split(/\s+/),
);

// Parts that only other groups use, and that stand in the core group all the same.
const core = new Set(['TopologySelectorLabelRequirement', 'TopologySelectorTerm']);

/** `rbac.authorization.k8s.io` is in the folder `rbac`, the group without a name in `core`. */
export function folderOf(group: string): string {
  return group === '' ? 'core' : group.split('.')[0]!;
}

/**
 * Finds the group of every model. A kind's is in its path; a part belongs to `meta`, or to `core` where a built-in kind
 * reaches it, or to the group whose kinds do. What nothing reaches is left out.
 */
export function placeModels(
  models: ReadonlyMap<string, Model>,
  kinds: readonly ResourceKind[],
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const sorted = kinds.toSorted((one, other) => rank(one) - rank(other) || compare(one.group, other.group));
  for (const kind of sorted) place(kind.model, folderOf(kind.group));
  return places;

  function place(name: string, folder: string): void {
    const model = models.get(name);
    if (model === undefined || places.has(name)) return;
    const { version, short } = splitName(name);
    const shared = meta.has(short) ? 'meta' : core.has(short) ? 'core' : undefined;
    places.set(name, { folder: shared ?? folder, version: shared ? 'v1' : version, name: short });
    for (const part of model.fields.flatMap(({ type }) => modelNames(type))) place(part, folder);
  }
}

/** `CoreV1Event` is `Event` in v1; `V1beta1Foo` is `Foo` in v1beta1. */
function splitName(name: string): { version: string; short: string } {
  const [, version, short] = /^[A-Za-z]*?(V\d+(?:(?:alpha|beta)\d+)?)(.+)$/.exec(name) ?? [];
  return { version: version?.toLowerCase() ?? 'v1', short: short ?? name };
}

/** The models that a type names. */
export function modelNames(type: string): readonly string[] {
  return [...type.matchAll(/\b(?:[A-Z]\w*?)?V\d\w+/g)].map(([name]) => name);
}

/** The core group first, because the others use its parts; then stable versions, whose parts the younger ones use. */
function rank({ group, version }: ResourceKind): number {
  return (group === '' ? 0 : 2) + (/^v\d+$/.test(version) ? 0 : 1);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
