import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltRoot } from '../../output/kustomize/other-deployments.js';
import {
  remedyFor,
  roleOf,
  roleReferences,
  roleRefPlaces,
  type PresentRole,
  type RoleReference,
} from '../../output/kustomize/role-references.js';
import { layoutFiles } from '../../project/layout/layout.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { isRole, nameOf } from '../../base/model/kubernetes-object.js';
import { kustomizationIn } from '../../project/paths.js';
import { changedParts } from '../../project/parts.js';
import type { Project } from '../../project/project.js';

/** The manifests of a project. */
interface Manifests {
  readonly roots: readonly BuiltRoot[];
  /** The YAML files in `config/`, which are needed only if a binding has no role. */
  readonly paths: () => readonly string[];
  readonly read: (path: string) => string | undefined;
}

/**
 * Warns of deployed bindings whose role the project should deploy but does not. Roles of the cluster and of other
 * programs are unknown, so bindings that may refer to one of them are not reported.
 */
export function danglingRoleProblems({ roots, paths, read }: Manifests, project: Project): readonly Diagnostic[] {
  const { references, roles } = roleReferences(roots, [], read);
  const missing = references.filter((each) => roleOf(each, roles) === undefined && isEvaluated(each));
  if (missing.length === 0) return [];
  const all = [...roles, ...roleReferences(roots, paths(), read).roles.filter(({ isBuilt }) => !isBuilt)];
  // If a kustomization lists the folder of a role, the role is deployed by that kustomization or not at all.
  const isLeftOut = ({ isBuilt, file }: PresentRole): boolean =>
    !isBuilt && kustomizationIn(posix.dirname(file), (path) => read(path) !== undefined) !== undefined;
  const applied = all.filter((each) => !isLeftOut(each));
  const own = ownRoleNames(project);
  const placeOf = roleRefPlaces(read);
  return missing.flatMap((each) => {
    const { role, kind, declaredName } = each;
    const known = all.find((other) => [other.name, other.declaredName].some((name) => namesOf(each).includes(name)));
    const isOwn = known !== undefined || namesOf(each).some(own) || hasProjectPrefix(each, project);
    if (roleOf(each, applied) !== undefined || isOfCluster(role.name) || !isOwn) return [];
    const remedy = remedyFor(each, known, all);
    const what = { binding: `${kind} ${declaredName}`, role: `${role.kind} ${role.name}`, remedy };
    return [diagnostic('dangling-role-reference', what, placeOf(each))];
  });
}

/** Reports whether a role can only be in evaluated parts of a kustomization. */
function isEvaluated({ root, role }: RoleReference): boolean {
  return root !== undefined && !root.hidden.some((kind) => kind === '' || kind === role.kind);
}

/** https://kubernetes.io/docs/reference/access-authn-authz/rbac/#default-roles-and-role-bindings */
function isOfCluster(name: string): boolean {
  return name.startsWith('system:') || ['cluster-admin', 'admin', 'edit', 'view'].includes(name);
}

/** Returns the names of a role: as in the binding, and without the prefix and the suffix of the binding. */
function namesOf({ role, name, declaredName }: RoleReference): readonly string[] {
  const at = name.indexOf(declaredName);
  const [prefix, suffix] = at < 0 ? ['', ''] : [name.slice(0, at), name.slice(at + declaredName.length)];
  const isDeployed = role.name.startsWith(prefix) && role.name.endsWith(suffix);
  return isDeployed ? [role.name, role.name.slice(prefix.length, role.name.length - suffix.length)] : [role.name];
}

/** Reports whether a role has the prefix of a kustomization that starts with the name of the project. */
function hasProjectPrefix({ role, name, declaredName }: RoleReference, { projectName }: Project): boolean {
  const prefix = name.slice(0, Math.max(0, name.indexOf(declaredName)));
  return prefix.includes(projectName) && role.name.startsWith(prefix);
}

/** Returns a function that reports whether the name of a role is one that commands give to roles of the project's kinds. */
function ownRoleNames(project: Project): (name: string) => boolean {
  const parts = changedParts(project.parts, ['helper-roles'], []);
  const names = new Set(
    layoutFiles({ ...project, parts })
      .filter(({ path }) => path.startsWith('config/rbac/'))
      .flatMap(({ content }) => objectsOf(content))
      .filter(isRole)
      .map(nameOf),
  );
  // A kind whose group is in PROJECT may have been deleted.
  const groups = project.multigroup ? new Set(project.resources.map(({ group = '' }) => group)) : new Set<string>();
  return (name) => {
    const [, group = ''] = /^([a-z0-9.-]+)-[a-z0-9]+-(?:admin|editor|viewer)-role$/.exec(name) ?? [];
    return names.has(name) || groups.has(group);
  };
}
