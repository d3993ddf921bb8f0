import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { expandedWords } from '../../output/kustomize/expanded-words.js';
import { listAt, textAt, textsAt, valueAt } from '../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { managerRole } from '../../base/model/rbac.js';
import { isObject, type JsonObject } from '../../base/model/schema.js';
import { kustomizations, roleFile } from '../../project/paths.js';
import { listingRemedy, type Deployment } from './deployment.js';
import { boundToOperator, permissionsIn, type Bound } from './operator-bindings.js';
import { hasOwnOptions } from './own-flags.js';

const main = 'src/main.ts';

/** Reports permissions of generated roles that the deployed operator lacks, and permissions that it has in addition. */
export function roleProblems(deployment: Deployment): readonly Diagnostic[] {
  const bound = boundToOperator(deployment.objects);
  return deployment.generated
    .filter(({ path }) => path === roleFile)
    .flatMap(({ object }) => problemsOf(object, bound, deployment));
}

function problemsOf(role: JsonObject, bound: readonly Bound[], deployment: Deployment): readonly Diagnostic[] {
  const { objects, read } = deployment;
  const deployed = objects.filter(
    ({ object, declaredName }) => kindOf(object) === kindOf(role) && declaredName === nameOf(role),
  );
  const own = deployed.find(({ file }) => file === roleFile);
  const other = deployed.find(({ file }) => file !== roleFile);
  // Something else can deploy a role with its own name, or in another namespace.
  if (deployed.length === 0 && (bound.length === 0 || nameOf(role) !== managerRole)) return [];
  const place = placeOf(other ?? bound[0]?.binding, read);
  const declared = declaredNames(role, objects);
  const ofRole = deployed.map(({ object }) => withNames(object, declared));
  const others = bound.filter(({ binding }) => isEnough(binding, role, objects)).flatMap(({ roles }) => roles);
  const narrow = narrowBinding(role, deployed, bound, deployment);
  const granted = [...(narrow === undefined ? ofRole : []), ...others.map((each) => withNames(each, declared))];
  const missing = permissionsIn(granted, [role], role);
  const excess = permissionsIn([role], ofRole, role);
  const what = kindAndName(role);
  return [
    ...(missing.length === 0
      ? []
      : [
          diagnostic(
            'deployed-permissions',
            {
              permissions: missing.join('; '),
              path: roleFile,
              role: what,
              remedy: narrow === undefined ? remedyFor(own, other, deployment) : remedyForNarrow(narrow, role),
            },
            narrow !== undefined ? placeOf(narrow, read) : own === undefined ? place : kustomizationPlace,
          ),
        ]),
    ...(excess.length === 0
      ? []
      : [
          diagnostic(
            'deployed-changed',
            { what, path: roleFile, differences: `permissions that no marker declares: ${excess.join('; ')}` },
            own === undefined ? place : kustomizationPlace,
          ),
        ]),
  ];
}

/**
 * Reports whether a binding grants the whole role: one in a namespace is not sufficient for an operator that watches
 * all namespaces.
 */
function isEnough(binding: BuiltObject, role: JsonObject, objects: readonly BuiltObject[]): boolean {
  if (kindOf(role) !== 'ClusterRole' || kindOf(binding.object) === 'ClusterRoleBinding') return true;
  return operatorWorkloads(objects).some(
    ({ container, isGuess }) =>
      isGuess ||
      listAt(container, 'env').some((each) => textAt(each, 'name') === 'WATCH_NAMESPACE') ||
      expandedWords(container, textsAt(container, 'args')).some(({ text }) =>
        /^--?watch-namespaces?(?:=|$)/.test(text),
      ),
  );
}

/**
 * Returns a binding in a namespace, if no other binding grants the operator a role that it needs in all namespaces.
 * Operators that apparently watch only some namespaces need no more.
 */
function narrowBinding(
  role: JsonObject,
  deployed: readonly BuiltObject[],
  bound: readonly Bound[],
  { isWhole, objects, read }: Deployment,
): BuiltObject | undefined {
  const isDeployed = (each: JsonObject): boolean => deployed.some(({ object }) => object === each);
  const first = bound.find(({ roles }) => roles.some(isDeployed));
  // A role that is not deployed, such as cluster-admin, or an aggregated one, can grant anything.
  const isWide = ({ binding, roles }: Bound): boolean =>
    isEnough(binding, role, objects) &&
    (roles.length === 0 || roles.some((each) => isDeployed(each) || valueAt(each, 'aggregationRule') !== undefined));
  if (!isWhole || first === undefined || bound.some(isWide) || isOfGroup(deployed, objects)) return undefined;
  const operators = operatorWorkloads(objects);
  const isKnown = !hasOwnOptions(main, read(main) ?? '') && operators.length > 0 && operators.every(isPlain);
  return isKnown ? first.binding : undefined;
}

/** Reports whether nothing in a container limits the operator to some namespaces. A guessed container proves nothing. */
function isPlain({ container, isGuess }: OperatorWorkload): boolean {
  const words = expandedWords(container, textsAt(container, 'args'));
  const canLimit = words.some(({ isOpen, text }) => isOpen || /^--(?!leader-|webhook-)[^=]*namespace/i.test(text));
  return (
    !isGuess && textsAt(container, 'command').length === 0 && listAt(container, 'envFrom').length === 0 && !canLimit
  );
}

/** Reports whether a role is bound in all namespaces to a group that the operator's service account can belong to. */
function isOfGroup(deployed: readonly BuiltObject[], objects: readonly BuiltObject[]): boolean {
  const names = new Set(deployed.map(({ object }) => nameOf(object)));
  return objects.some(
    ({ object }) =>
      kindOf(object) === 'ClusterRoleBinding' &&
      names.has(textAt(object, 'roleRef', 'name')) &&
      listAt(object, 'subjects').some((each) => textAt(each, 'kind') === 'Group'),
  );
}

function remedyForNarrow({ object, declaredName }: BuiltObject, role: JsonObject): string {
  const given = `RoleBinding ${declaredName}, which grants it only in the namespace ${textAt(object, 'metadata', 'namespace')}`;
  return `bind ${nameOf(role)} with a ClusterRoleBinding instead of ${given}; or make the operator watch only this namespace: operator-gen edit --namespaced`;
}

const kustomizationPlace = { file: kustomizations.default, line: 1, column: 1 };

function remedyFor(own: BuiltObject | undefined, other: BuiltObject | undefined, deployment: Deployment): string {
  if (own !== undefined) return 'remove the patch of the role, or declare with @Rbac what the code needs';
  return other === undefined
    ? `list ${posix.dirname(roleFile)} in a kustomization, and bind the role ${managerRole}`
    : listingRemedy(roleFile, other.file, deployment);
}

function placeOf(built: BuiltObject | undefined, read: Deployment['read']) {
  if (built === undefined) return kustomizationPlace;
  const { file, object, declaredName } = built;
  return objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
}

/**
 * Maps the names of deployed objects that a role refers to, to the names in their files: a replacement can add the
 * prefix of all names to the names in the role.
 */
function declaredNames(role: JsonObject, objects: readonly BuiltObject[]): ReadonlyMap<string, string> {
  const named = new Set(listAt(role, 'rules').flatMap((rule) => textsAt(rule, 'resourceNames')));
  return new Map(
    objects
      .filter(({ declaredName }) => named.has(declaredName))
      .map(({ object, declaredName }) => [nameOf(object), declaredName]),
  );
}

/** Returns a role with different names for the objects that it refers to. */
function withNames(role: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (names.size === 0) return role;
  const rules = listAt(role, 'rules').map((rule) => {
    const resourceNames = textsAt(rule, 'resourceNames');
    if (!isObject(rule) || resourceNames.length === 0) return rule;
    return { ...rule, resourceNames: resourceNames.map((each) => names.get(each) ?? each) };
  });
  return { ...role, rules };
}
