import { newPermissions } from '../../base/crd/roles.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { listAt, textAt } from '../../base/model/json-at.js';
import { isRoleBinding, kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** A binding of the operator, and its roles. */
export interface Bound {
  readonly binding: BuiltObject;
  readonly roles: readonly JsonObject[];
}

/** A service account of the operator. The namespace is empty if it is known only when the operator is deployed. */
export interface Account {
  readonly name: string;
  readonly namespace: string;
}

/** Returns the service accounts of the workloads that run the operator. A workload without one has the account `default`. */
export function accountsOf(objects: readonly BuiltObject[]): readonly Account[] {
  return operatorWorkloads(objects).map(({ account, built }) => ({
    name: account || 'default',
    namespace: namespaceOf(built.object),
  }));
}

/** Reports whether a subject is a service account, as far as the namespaces are known. */
export function isSubject(subject: JsonValue, { name, namespace }: Account): boolean {
  return (
    textAt(subject, 'kind') === 'ServiceAccount' &&
    textAt(subject, 'name') === name &&
    (namespace === '' || ['', namespace].includes(textAt(subject, 'namespace')))
  );
}

/** Reports whether a subject is a group of service accounts, or a service account as a user. */
export function isOfAccounts(subject: JsonValue): boolean {
  return ['Group', 'User'].includes(textAt(subject, 'kind')) && textAt(subject, 'name').startsWith('system:');
}

export function isBinding({ object }: BuiltObject): boolean {
  return isRoleBinding(object);
}

/** Returns the bindings to the service accounts of the operator, or all bindings if the accounts are unknown. */
export function boundToOperator(objects: readonly BuiltObject[]): readonly Bound[] {
  const accounts = accountsOf(objects);
  const isOperator = (subject: JsonValue): boolean =>
    textAt(subject, 'kind') === 'ServiceAccount' &&
    (accounts.length === 0 || accounts.some((each) => isSubject(subject, each)));
  return objects
    .filter((each) => isBinding(each) && listAt(each.object, 'subjects').some(isOperator))
    .map((binding) => ({ binding, roles: rolesOf(binding, objects).map(({ object }) => object) }));
}

/** Returns the deployed roles that a binding refers to. */
export function rolesOf({ object }: BuiltObject, objects: readonly BuiltObject[]): readonly BuiltObject[] {
  const { roleRef } = object;
  return objects.filter(
    (each) =>
      isObject(roleRef) &&
      kindOf(each.object) === textAt(roleRef, 'kind') &&
      nameOf(each.object) === textAt(roleRef, 'name'),
  );
}

/** Returns the permissions of roles that others lack, regardless of the names of the roles. */
export function permissionsIn(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  named: JsonObject,
): readonly string[] {
  const joined = (roles: readonly JsonObject[]): JsonObject => ({
    kind: kindOf(named),
    metadata: { name: nameOf(named) },
    rules: roles.flatMap((each) => listAt(each, 'rules')) as JsonValue,
  });
  return newPermissions([joined(before)], [joined(after)]).map(({ permission }) => permission);
}
