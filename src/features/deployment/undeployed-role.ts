import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltRoot } from '../../output/kustomize/other-deployments.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { listAt, textAt } from '../../base/model/json-at.js';
import { isRole, kindAndName, nameOf } from '../../base/model/kubernetes-object.js';
import { managerRole } from '../../base/model/rbac.js';
import type { JsonValue } from '../../base/model/schema.js';
import { kustomizationIn, kustomizations, roleFile } from '../../project/paths.js';
import { lineOfEntries, type Deployment } from './deployment.js';
import { accountsOf, isBinding, isOfAccounts, permissionsIn } from './operator-bindings.js';

const rbac = posix.dirname(roleFile);
const folder = posix.dirname(kustomizations.default);

/**
 * Reports that `config/default` deploys the operator with no role and no binding, so that it has no permissions at all.
 * Roles that are deployed separately according to a comment, another kustomization or the Makefile are not reported.
 * @param roots all kustomizations that are not parts of others
 */
export function undeployedRoleProblems(deployment: Deployment, roots: readonly BuiltRoot[]): readonly Diagnostic[] {
  const { generated, objects, read } = deployment;
  const role = generated.find(({ path, object }) => path === roleFile && nameOf(object) === managerRole)?.object;
  const file = kustomizationIn(folder, (path) => read(path) !== undefined);
  if (role === undefined || file === undefined || operatorWorkloads(objects).length === 0) return [];
  const grants = grantsFor(new Set(accountsOf(objects).map(({ name }) => name)));
  const others = roots.filter((each) => ![folder, rbac].includes(each.folder)).flatMap((each) => each.objects);
  const text = read(file) ?? '';
  if ([...objects, ...others].some(grants) || leavesOut(text) || appliesRoles(read('Makefile') ?? '')) return [];
  const entry = posix.relative(folder, rbac);
  const remedy = `list ${entry} in this kustomization; if something else deploys it, write the entry as a comment: # - ${entry}`;
  return [
    diagnostic(
      'deployed-permissions',
      {
        ...{ permissions: permissionsIn([], [role], role).join('; '), path: roleFile },
        ...{ role: kindAndName(role), remedy },
      },
      { file, line: lineOfEntries(text), column: 1 },
    ),
  ];
}

/** Returns a function that reports whether an object is the generated role, or a binding for one of these accounts. */
function grantsFor(names: ReadonlySet<string>): (built: BuiltObject) => boolean {
  const isOperator = (subject: JsonValue): boolean => isOfAccounts(subject) || names.has(textAt(subject, 'name'));
  return (built) =>
    built.file === roleFile ||
    (isRole(built.object) && built.declaredName === managerRole) ||
    (isBinding(built) && listAt(built.object, 'subjects').some(isOperator));
}

/** Reports whether a kustomization has a folder of roles in a comment. */
function leavesOut(text: string): boolean {
  return text.split('\n').some((line) => /^\s*#/.test(line) && line.includes('rbac'));
}

/** Reports whether a Makefile builds or applies the folder of the roles separately. */
function appliesRoles(makefile: string): boolean {
  return makefile
    .split('\n')
    .some((line) => /config\/rbac(?:\/?\s|\/?$)/.test(line) && /\b(?:build|apply|kustomize)\b/i.test(line));
}
