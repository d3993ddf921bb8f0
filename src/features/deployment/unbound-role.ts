import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltRoot } from '../../output/kustomize/other-deployments.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { fieldPlaces } from '../../output/kustomize/object-place.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { listAt, textAt, valueAt } from '../../base/model/json-at.js';
import { isRoleBinding, kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import { managerRole } from '../../base/model/rbac.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { kustomizationIn, roleFile } from '../../project/paths.js';
import type { Deployment } from './deployment.js';
import { fieldPlace } from './field-place.js';
import {
  accountsOf,
  boundToOperator,
  isBinding,
  isOfAccounts,
  isSubject,
  permissionsIn,
  rolesOf,
  type Account,
} from './operator-bindings.js';

const folder = posix.dirname(roleFile);
const bindingFile = `${folder}/role_binding.yaml`;

/**
 * Reports that `config/default` deploys the generated role, but no binding of it for the account of the operator. Roles
 * that are bound separately according to a comment or another kustomization are not reported. `subjectProblems` reports
 * bindings for the account in another namespace.
 */
export function unboundRoleProblems(deployment: Deployment, roots: readonly BuiltRoot[]): readonly Diagnostic[] {
  const { objects } = deployment;
  const accounts = accountsOf(objects);
  const role = objects.find(({ file, declaredName }) => file === roleFile && declaredName === managerRole);
  // Pods without their account are not created, which another check reports.
  const hasPods = accounts.some((each) => each.name === 'default' || declaredNamesOf(each, objects).length > 0);
  // Something else can provide the account of a workload without one.
  const isNamed = operatorWorkloads(objects).every((each) => each.account !== '');
  if (role === undefined || !hasPods || !isNamed) return [];
  const [account = ''] = accounts.map(({ name }) => name);
  const names = new Set(accounts.flatMap((each) => [each.name, ...declaredNamesOf(each, objects)]));
  const bindings = objects.filter(isBinding);
  const ofRole = bindings.filter((each) => rolesOf(each, objects).includes(role));
  const isBound = ofRole.some(({ object }) =>
    listAt(object, 'subjects').some((each) => isOfAccounts(each) || isOfNames(each, names)),
  );
  if (isBound || isBoundElsewhere(deployment, roots)) return [];
  const others = boundToOperator(objects);
  const isOpen = others.some(
    ({ roles }) => roles.length === 0 || roles.some((each) => valueAt(each, 'aggregationRule') !== undefined),
  );
  const mistaken = bindings.find(
    (binding) =>
      rolesOf(binding, objects).length === 0 &&
      listAt(binding.object, 'subjects').some((subject) => accounts.some((each) => isSubject(subject, each))),
  );
  // A binding of a role that is not deployed, such as cluster-admin, can grant everything.
  if (isOpen && !isForOwnRole(mistaken)) return [];
  const missing = permissionsIn(
    others.flatMap(({ roles }) => roles),
    [role.object],
    role.object,
  );
  if (missing.length === 0) return [];
  const { remedy, position } = remedyFor({ ofRole: ofRole[0], mistaken, account }, deployment);
  const what = `${kindOf(role.object)} ${role.declaredName}`;
  return [
    diagnostic(
      'deployed-permissions',
      { permissions: missing.join('; '), path: roleFile, role: what, remedy },
      position,
    ),
  ];
}

/** Returns the names that deployed service accounts have in their files. */
function declaredNamesOf({ name, namespace }: Account, objects: readonly BuiltObject[]): readonly string[] {
  return objects
    .filter(({ object }) => kindOf(object) === 'ServiceAccount' && nameOf(object) === name)
    .filter(({ object }) => namespace === '' || ['', namespace].includes(namespaceOf(object)))
    .map(({ declaredName }) => declaredName);
}

/** Reports whether a subject is the account of the operator, in any namespace. */
function isOfNames(subject: JsonValue, names: ReadonlySet<string>): boolean {
  return textAt(subject, 'kind') === 'ServiceAccount' && names.has(textAt(subject, 'name'));
}

/** Reports whether a binding is the scaffolded one for the generated role, under a name that no cluster has. */
function isForOwnRole(binding: BuiltObject | undefined): boolean {
  const name = textAt(binding?.object, 'roleRef', 'name');
  return binding?.file === bindingFile && !/^(?:cluster-admin|admin|edit|view|system:.*)$/.test(name);
}

/** Reports whether another kustomization binds the role, or a comment shows that the binding is omitted on purpose. */
function isBoundElsewhere({ objects, read }: Deployment, roots: readonly BuiltRoot[]): boolean {
  const files = new Set(objects.map((each) => each.file));
  const file = kustomizationIn(folder, (path) => read(path) !== undefined);
  const isLeftOut = (read(file ?? '') ?? '').split('\n').some((line) => /^\s*#.*binding/i.test(line));
  return (
    isLeftOut ||
    roots.some((root) => root.objects.some((each) => isBinding(each) && isOfRole(each.object) && !files.has(each.file)))
  );
}

function isOfRole(binding: JsonObject): boolean {
  return textAt(binding, 'roleRef', 'name').endsWith(managerRole);
}

interface Found {
  /** A binding of the role for another subject. */
  readonly ofRole: BuiltObject | undefined;
  /** A binding for the operator with a role that is not deployed. */
  readonly mistaken: BuiltObject | undefined;
  readonly account: string;
}

function remedyFor(
  { ofRole, mistaken, account }: Found,
  { objects, read }: Deployment,
): { readonly remedy: string; readonly position: Position } {
  const placeOf = fieldPlaces(read);
  const placeIn = ({ file, object, declaredName }: BuiltObject, ...path: readonly (string | number)[]): Position =>
    placeOf({ file, kind: kindOf(object), name: declaredName }, path);
  const shown = ({ object, declaredName }: BuiltObject): string => `${kindOf(object)} ${declaredName}`;
  if (ofRole !== undefined) {
    const [subject] = listAt(ofRole.object, 'subjects');
    const [operator] = operatorWorkloads(objects);
    const bound = objects.find(
      ({ object }) => kindOf(object) === 'ServiceAccount' && nameOf(object) === textAt(subject, 'name'),
    );
    if (bound !== undefined && operator !== undefined && textAt(subject, 'kind') === 'ServiceAccount') {
      const remedy = `${shown(ofRole)} grants it to ServiceAccount ${bound.declaredName}, and ${shown(operator.built)} runs as ${account}: set its serviceAccountName to ${bound.declaredName}`;
      return { remedy, position: fieldPlace({ built: operator.built, field: 'serviceAccountName' }, { read }) };
    }
    const given = subject === undefined ? 'nobody' : `${textAt(subject, 'kind')} ${textAt(subject, 'name')}`;
    const remedy = `${shown(ofRole)} grants it to ${given}, and the operator runs as ServiceAccount ${account}: make the subject the ServiceAccount that the workload names in serviceAccountName`;
    return { remedy, position: placeIn(ofRole, 'subjects', 0) };
  }
  if (mistaken !== undefined) {
    const given = `${textAt(mistaken.object, 'roleRef', 'kind')} ${textAt(mistaken.object, 'roleRef', 'name')}`;
    const remedy = `the roleRef of ${shown(mistaken)} is ${given}, which is not deployed: write ${managerRole}`;
    return { remedy, position: placeIn(mistaken, 'roleRef', 'name') };
  }
  const file = kustomizationIn(folder, (path) => read(path) !== undefined);
  const isThere = objectsOf(read(bindingFile)).some((each) => isRoleBinding(each) && isOfRole(each));
  return isThere && file !== undefined
    ? { remedy: `list ${posix.basename(bindingFile)} in ${file}`, position: { file, line: 1, column: 1 } }
    : {
        remedy: `bind ${managerRole} to ServiceAccount ${account}`,
        position: placeOf({ file: roleFile, kind: 'ClusterRole', name: managerRole }, ['kind']),
      };
}
