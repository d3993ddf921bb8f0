import { differences, type Difference } from '../../import/compare.js';
import { textAt, valueAt, type JsonPath } from '../../model/json-at.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';

const selector: readonly JsonPath[] = [['spec', 'selector']];
const roleRef: readonly JsonPath[] = [['roleRef']];

/**
 * Fields that the API server never changes in an object that exists, by kinds that operators deploy:
 * https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates,
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#clusterrolebinding-example
 */
const immutable: ReadonlyMap<string, readonly JsonPath[]> = new Map([
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

/**
 * Returns the differences because of which the API server rejects the update of an object; none for another object.
 * @param name the object as messages name it, which is the first part of each path
 */
export function immutableDifferences(name: string, before: JsonObject, after: JsonObject): readonly Difference[] {
  const placeOf = (object: JsonObject): string =>
    [kindOf(object), textAt(object, 'metadata', 'namespace'), nameOf(object)].join(' ');
  if (placeOf(before) !== placeOf(after)) return [];
  return (immutable.get(kindOf(after)) ?? []).flatMap((path) =>
    differences(valueAt(before, ...path), valueAt(after, ...path), [name, ...path.map(String)]),
  );
}
