import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { deletingObjects } from '../../../base/diagnostics/shell-line.js';
import { differences, type Difference } from '../../import/compare.js';
import { shownDifferences } from '../../import/shown-differences.js';
import { valueAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { Position } from '../../../base/model/position.js';
import { isMoved, isRenamed, namespaceOf, whatOf, type Pair } from './moved-objects.js';

const selector: readonly (readonly string[])[] = [['spec', 'selector']];
const roleRef: readonly (readonly string[])[] = [['roleRef']];

/**
 * Fields that the API server never changes in an existing object, by kinds that operators deploy:
 * https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates,
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#clusterrolebinding-example
 */
const immutable: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['Deployment', selector],
  ['DaemonSet', selector],
  ['ReplicaSet', selector],
  ['StatefulSet', [...selector, ['spec', 'serviceName'], ['spec', 'podManagementPolicy']]],
  ['Job', [...selector, ['spec', 'template']]],
  ['RoleBinding', roleRef],
  ['ClusterRoleBinding', roleRef],
  ['PriorityClass', [['value'], ['preemptionPolicy']]],
  ['StorageClass', [['provisioner'], ['parameters'], ['reclaimPolicy'], ['volumeBindingMode']]],
  ['Secret', [['type']]],
]);

/** Returns the differences because of which the API server rejects the update of an object; none for another object. */
export function immutableDifferences(pair: Pair): readonly Difference[] {
  if (isMoved(pair) || isRenamed(pair)) return [];
  const [before, after] = pair;
  return (immutable.get(kindOf(after.object)) ?? []).flatMap((path) =>
    differences(valueAt(before.object, ...path), valueAt(after.object, ...path), [whatOf(after), ...path]),
  );
}

/** Reports an object that cannot be updated in the clusters that have it. @param by the kustomization that deploys it */
export function immutableObject(pair: Pair, by: string, position: Position): readonly Diagnostic[] {
  const found = immutableDifferences(pair);
  if (found.length === 0) return [];
  const [, after] = pair;
  const deletion = deletingObjects(kindOf(after.object), [nameOf(after.object)], namespaceOf(after));
  const fields = found.map(({ path }) => path.slice(1).join('.')).join(', ');
  const values = shownDifferences(found, mostListed);
  return [diagnostic('immutable-differs', { what: whatOf(after), by, fields, deletion, values }, position)];
}

/** Maximum number of differences that are listed for an object. */
const mostListed = 20;
