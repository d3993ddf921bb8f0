import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { builtRoots } from '../../../output/kustomize/other-deployments.js';
import {
  remedyFor,
  roleOf,
  roleReferences,
  roleRefPlaces,
  type PresentRole,
  type RoleReference,
} from '../../../output/kustomize/role-references.js';
import { isYaml } from '../../../project/paths.js';
import { readableIn } from '../../../project/readable.js';
import type { PlannedChange } from '../planned-change.js';
import type { ProjectView } from '../planned-view.js';
import type { OwnManifest } from '../kustomizations/user-manifests.js';
import { projectTexts } from '../files/project-texts.js';

/**
 * Reports bindings whose role a plan deletes, renames, or changes to another kind.
 * @param own the manifests of the user; without them, no binding can remain
 */
export function newlyDanglingRoles(
  { before, after, root }: PlannedChange,
  own: readonly OwnManifest[],
): readonly Diagnostic[] {
  if (!own.some(({ text }) => text.includes('Role') || text.includes('_role'))) return [];
  const now = referencesIn(after, root);
  // A file that loses its entry in a kustomization is no longer deployed.
  const was = referencesIn(before, root);
  const deployed = new Set(was.roles.filter(({ isBuilt }) => isBuilt).map(({ file }) => file));
  const roles = now.roles.filter(({ isBuilt, file }) => isBuilt || !deployed.has(file));
  const known = new Map<string, PresentRole>();
  for (const each of was.references) {
    const role = roleOf(each, was.roles);
    if (role !== undefined) known.set(keyOf(each), role);
  }
  const reported = new Set<string>();
  const placeOf = roleRefPlaces(now.read);
  return now.references.flatMap((each) => {
    const role = known.get(keyOf(each));
    if (role === undefined || roleOf(each, roles) !== undefined || reported.has(keyOf(each))) return [];
    reported.add(keyOf(each));
    const remedy = remedyFor(each, role, now.roles);
    const what = { binding: `${each.kind} ${each.declaredName}`, role: `${each.role.kind} ${each.role.name}`, remedy };
    return [diagnostic('dangling-role-reference', what, placeOf(each))];
  });
}

function keyOf({ file, kind, declaredName }: RoleReference): string {
  return JSON.stringify([file, kind, declaredName]);
}

function referencesIn({ host }: ProjectView, root: string) {
  const read = readableIn(host, root);
  // A bundle has the roles of its own version.
  const paths = [...projectTexts(host, root)].filter((path) => isYaml(path) && !path.startsWith('bundle/'));
  const kustomizations = [...projectTexts(host, root, 'config')];
  return { ...roleReferences(builtRoots(kustomizations, read), paths, read), read };
}
