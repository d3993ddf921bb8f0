import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { expandedWords } from '../../output/kustomize/expanded-words.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, textsAt, valueAt } from '../../base/model/json-at.js';
import { kindOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import type { Deployment } from './deployment.js';
import { accountsOf, isBinding, isOfAccounts, isSubject, rolesOf } from './operator-bindings.js';
import { flagValue } from './served-ports.js';
import { servingOf } from './webhook-serving.js';

const needed = ['get', 'create', 'update'];

/**
 * Reports operators that elect a leader in a namespace other than that in which a Role grants them access to Leases.
 * Permissions that no role grants in any namespace are reported by the comparison with all roles.
 */
export function electionProblems(deployment: Deployment): readonly Diagnostic[] {
  const { objects, read } = deployment;
  const accounts = accountsOf(objects);
  const bindings = objects.filter(
    (each) =>
      isBinding(each) &&
      listAt(each.object, 'subjects').some(
        (subject) => isOfAccounts(subject) || accounts.some((account) => isSubject(subject, account)),
      ),
  );
  const namespaces = new Set(operatorWorkloads(objects).flatMap((each) => electionIn(each, read) ?? []));
  return [...namespaces].flatMap((namespace) => problemsIn(namespace, bindings, deployment));
}

/**
 * Returns the namespace in which an operator elects a leader; undefined if it elects none, or if that is known only at
 * run time.
 */
function electionIn(operator: OperatorWorkload, read: Deployment['read']): string | undefined {
  const { built, container } = operator;
  if (servingOf(operator, read)?.electsLeader !== true) return undefined;
  const words = expandedWords(container, textsAt(container, 'args')).map(({ text }) => text);
  const namespace = flagValue(words, 'leader-election-namespace') || namespaceOf(built.object);
  return namespace === '' || namespace.includes('$(') ? undefined : namespace;
}

function problemsIn(
  namespace: string,
  bindings: readonly BuiltObject[],
  { objects, read }: Deployment,
): readonly Diagnostic[] {
  const known = bindings.map((binding) => ({ binding, roles: rolesOf(binding, objects) }));
  // A role that is not deployed can grant anything.
  if (known.some(({ roles }) => roles.length === 0)) return [];
  const grants = known.flatMap(({ binding, roles }) => roles.map((role) => ({ role, scope: scopeOf(binding, role) })));
  const near = grants.filter(({ scope }) => scope === undefined || ['', namespace].includes(scope));
  const verbs = needed.filter((verb) => !near.some(({ role }) => isForLeases(role.object, verb)));
  const elsewhere = grants.find(
    ({ role }) => verbs.length > 0 && verbs.every((verb) => isForLeases(role.object, verb)),
  );
  if (elsewhere === undefined) return [];
  const { role, scope = '' } = elsewhere;
  const { file, object, declaredName } = role;
  const other = ['', nowhere].includes(scope)
    ? ''
    : `set --leader-election-namespace to ${scope} if an earlier operator has its Lease there, or `;
  const what = `${kindOf(object)} ${declaredName}`;
  return [
    diagnostic(
      'deployed-permissions',
      {
        permissions: `${verbs.join(', ')} leases.coordination.k8s.io in the namespace ${namespace}, in which it elects its leader`,
        path: file,
        role: what,
        remedy: `${other}deploy ${what} and its RoleBinding to the namespace ${namespace}`,
      },
      objectPlace(file, read(file) ?? '', kindOf(object), declaredName),
    ),
  ];
}

/**
 * Returns the namespace in which a binding grants a role: undefined for all namespaces, and an invalid name if it
 * grants nothing.
 */
function scopeOf({ object }: BuiltObject, role: BuiltObject): string | undefined {
  if (kindOf(object) === 'ClusterRoleBinding') return undefined;
  const [own, ofRole] = [namespaceOf(object), namespaceOf(role.object)];
  return kindOf(role.object) === 'Role' && own !== ofRole ? nowhere : own;
}

const nowhere = '/';

function isForLeases(role: JsonObject, verb: string): boolean {
  const has = (rule: JsonValue, key: string, values: readonly string[]): boolean =>
    textsAt(rule, key).some((each) => values.includes(each));
  return (
    valueAt(role, 'aggregationRule') !== undefined ||
    listAt(role, 'rules').some(
      (rule) =>
        has(rule, 'apiGroups', ['coordination.k8s.io', '*']) &&
        has(rule, 'resources', ['leases', '*']) &&
        has(rule, 'verbs', [verb, '*']),
    )
  );
}
