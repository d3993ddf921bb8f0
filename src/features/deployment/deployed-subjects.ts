import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { fieldPlaces } from '../../output/kustomize/object-place.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { listAt, textAt, valueAt } from '../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { Position } from '../../base/model/position.js';
import type { JsonValue } from '../../base/model/schema.js';
import type { Deployment } from './deployment.js';
import {
  accountsOf,
  isBinding,
  isOfAccounts,
  isSubject,
  permissionsIn,
  rolesOf,
  type Account,
} from './operator-bindings.js';

const subjectsOf = ({ object }: BuiltObject): readonly JsonValue[] => listAt(object, 'subjects');

/** A service account of the operator, with its object if that is also deployed. */
interface KnownAccount extends Account {
  readonly built: BuiltObject | undefined;
}

/**
 * Reports bindings that grant the operator nothing, because their subject has the wrong name or namespace for its
 * service account: kustomize updates a subject only if it has the name and the namespace in the file of the account.
 */
export function subjectProblems(deployment: Deployment): readonly Diagnostic[] {
  const { objects } = deployment;
  const accounts = accountsOf(objects).map((each) => ({ ...each, built: builtAccount(each, objects) }));
  // Every namespace has the account `default`. Other accounts may exist only in the cluster.
  if (accounts.length === 0 || accounts.some(({ name, namespace }) => name === 'default' || namespace === ''))
    return [];
  const bindings = objects.filter(isBinding);
  const isOperator = (subject: JsonValue): boolean =>
    isOfAccounts(subject) || accounts.some((each) => isSubject(subject, each));
  const bound = new Set(bindings.filter((each) => subjectsOf(each).some(isOperator)));
  const placeOf = fieldPlaces(deployment.read);
  return bindings
    .filter((each) => !bound.has(each))
    .flatMap((binding) => {
      const index = subjectsOf(binding).findIndex((each) => isMistaken(each, accounts, objects));
      if (index < 0) return [];
      const place = (): Position => subjectPlace(binding, index, placeOf);
      return problemsOf({ binding, index, accounts, bound: [...bound], place }, deployment);
    });
}

function builtAccount({ name, namespace }: Account, objects: readonly BuiltObject[]): BuiltObject | undefined {
  return objects.find(
    ({ object }) =>
      kindOf(object) === 'ServiceAccount' && nameOf(object) === name && ['', namespace].includes(namespaceOf(object)),
  );
}

/** Reports whether a subject has a name of the operator's service account, and differs from all deployed accounts. */
function isMistaken(subject: JsonValue, accounts: readonly KnownAccount[], objects: readonly BuiltObject[]): boolean {
  const given = { name: textAt(subject, 'name'), namespace: textAt(subject, 'namespace') };
  return (
    textAt(subject, 'kind') === 'ServiceAccount' &&
    given.namespace !== '' &&
    accounts.some(({ name, built }) => [name, built?.declaredName].includes(given.name)) &&
    builtAccount(given, objects) === undefined
  );
}

interface Mistaken {
  readonly binding: BuiltObject;
  /** The index of the subject. */
  readonly index: number;
  readonly accounts: readonly KnownAccount[];
  /** The bindings that are for the operator. */
  readonly bound: readonly BuiltObject[];
  readonly place: () => Position;
}

function problemsOf(
  { binding, index, accounts, bound, place }: Mistaken,
  deployment: Deployment,
): readonly Diagnostic[] {
  const { objects, read } = deployment;
  const [role] = rolesOf(binding, objects);
  if (role === undefined) return [];
  const others = bound.filter((each) => isAsWide(each, binding));
  // A role that is not deployed, such as cluster-admin, or an aggregated one, can grant anything.
  const granted = others.map((each) => rolesOf(each, objects).map(({ object }) => object));
  const isOpen = [...granted, [role.object]].some(
    (each) => each.length === 0 || each.some((one) => valueAt(one, 'aggregationRule') !== undefined),
  );
  const missing = isOpen ? [] : permissionsIn(granted.flat(), [role.object], role.object);
  if (missing.length === 0) return [];
  const subject = subjectsOf(binding)[index];
  const given = `ServiceAccount ${textAt(subject, 'name')} in the namespace ${textAt(subject, 'namespace')}`;
  const declared = `${kindOf(binding.object)} ${binding.declaredName}`;
  const remedy = `the subject of ${declared} is ${given}, which is not deployed: ${remedyFor(subject, accounts, read)}`;
  const what = `${kindOf(role.object)} ${role.declaredName}`;
  return [
    diagnostic(
      'deployed-permissions',
      { permissions: missing.join('; '), path: role.file, role: what, remedy },
      place(),
    ),
  ];
}

/** Reports whether a binding grants its role in at least the namespaces of another one. */
function isAsWide(binding: BuiltObject, other: BuiltObject): boolean {
  if (kindOf(binding.object) === 'ClusterRoleBinding') return true;
  return kindOf(other.object) === 'RoleBinding' && namespaceOf(binding.object) === namespaceOf(other.object);
}

function remedyFor(
  subject: JsonValue | undefined,
  accounts: readonly KnownAccount[],
  read: Deployment['read'],
): string {
  const given = textAt(subject, 'name');
  const { name, namespace, built } = accounts.find((each) => [each.name, each.built?.declaredName].includes(given))!;
  const own = objectsOf((built && read(built.file)) ?? '').find(
    (each) => kindOf(each) === 'ServiceAccount' && nameOf(each) === built?.declaredName,
  );
  const declared = own === undefined ? '' : namespaceOf(own);
  if (built === undefined || declared === '') return `set its name to ${name}, and its namespace to ${namespace}`;
  return `set its name to ${built.declaredName}, and its namespace to ${declared}, as in ${built.file}, so that kustomize replaces both`;
}

/** Returns the position of a subject in the file of its binding. */
function subjectPlace(
  { file, object, declaredName }: BuiltObject,
  index: number,
  placeOf: ReturnType<typeof fieldPlaces>,
): Position {
  const key = textAt(listAt(object, 'subjects')[index], 'namespace') === '' ? 'name' : 'namespace';
  return placeOf({ file, kind: kindOf(object), name: declaredName }, ['subjects', index, key]);
}
