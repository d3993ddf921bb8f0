import { permissionChange } from '../../../base/crd/roles.js';
import { counted } from '../../../base/diagnostics/counted.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { textAt } from '../../../base/model/json-at.js';
import { isRole, kindAndName, nameOf } from '../../../base/model/kubernetes-object.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { kustomizations } from '../../../project/paths.js';
import { listedPermissions } from './role-changes.js';

/** An object as it was deployed before adopt, and as it is afterwards. */
export type Pair = readonly [before: BuiltObject, after: BuiltObject];

/** Returns the kind and the name of an object. */
export function whatOf({ object }: BuiltObject): string {
  return kindAndName(object);
}

/** Returns the namespace of an object; empty if it has none. */
export function namespaceOf({ object }: BuiltObject): string {
  return textAt(object, 'metadata', 'namespace');
}

/** Reports whether an object is deployed to a different namespace than before. */
export function isMoved([before, after]: Pair): boolean {
  return namespaceOf(before) !== namespaceOf(after);
}

/** Reports whether an object has a different name than before. */
export function isRenamed([before, after]: Pair): boolean {
  return nameOf(before.object) !== nameOf(after.object);
}

/** Returns an object in a different namespace, or without one if it is empty. */
export function inNamespace(object: JsonObject, namespace: string): JsonObject {
  const { namespace: _, ...metadata } = object['metadata'] as JsonObject;
  return { ...object, metadata: namespace === '' ? metadata : { ...metadata, namespace } };
}

/** Reports an object whose name has changed. */
export function renamedObject([before, after]: Pair, position: Position): Diagnostic {
  return diagnostic('deployed-renamed', { what: whatOf(before), name: nameOf(after.object) }, position);
}

/**
 * Reports objects whose namespace has changed, grouped by old and new namespace.
 * @param moved pairs in different namespaces
 */
export function movedObjects(
  moved: readonly Pair[],
  placeOf: (object: BuiltObject) => Position,
): readonly Diagnostic[] {
  const groups = new Map<string, readonly Pair[]>();
  for (const pair of moved) {
    const key = JSON.stringify(pair.map(namespaceOf));
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()].map((pairs) => {
    const [from, to] = pairs[0]!.map(namespaceOf) as [string, string];
    const names = pairs.map(([before]) => whatOf(before));
    const remedy = pairs.some(([{ object }]) => isRole(object))
      ? `if that is wrong, correct the namespace in @Rbac, or in ${kustomizations.default}`
      : `if that is wrong, correct the namespace in ${kustomizations.default}`;
    const found = diagnostic(
      'deployed-elsewhere',
      {
        ...{ what: inWords(names), effect: effectOf(pairs, from, to), remedy },
        now: to === '' ? 'without a namespace' : `in the namespace ${to}`,
        before: from === '' ? 'without a namespace' : `in ${from}`,
      },
      placeOf(pairs[0]![1]),
    );
    return names.length > mostShown ? { ...found, lines: names } : found;
  });
}

/** Maximum number of objects that a message names. */
const mostShown = 4;

function inWords(names: readonly string[]): string {
  const shown = names.length > mostShown ? [...names.slice(0, mostShown), `${names.length - mostShown} more`] : names;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}

/** Returns the effect of a move on the permissions of roles. */
function effectOf(pairs: readonly Pair[], from: string, to: string): string {
  const rules = pairs.flatMap(([{ object }]) =>
    isRole(object) ? ((object['rules'] ?? []) as readonly JsonObject[]) : [],
  );
  const { had, lost } = permissionChange({ kind: 'Role', rules }, {});
  if (had === 0) return '';
  const place = to === '' ? 'in the namespace that kubectl is given' : `in ${to}`;
  const lostPlace = from === '' ? '' : `, and no longer in ${from}`;
  return `: ${counted(had, 'permission')} (${listedPermissions(lost)}) ${had === 1 ? 'applies' : 'apply'} ${place}${lostPlace}`;
}
