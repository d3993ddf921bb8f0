import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { boundRules } from '../../generate/bound-rules.js';
import { permissionUses } from '../../generate/permission-uses.js';
import { readModel } from '../../generate/read-model.js';
import type { Host } from '../../io/host.js';
import type { Memory } from '../../memory/memory.js';
import { comparePermissions } from '../../permissions/compare-permissions.js';
import { permissionProblems } from '../../permissions/permission-problems.js';
import { findProject } from '../../project/find-project.js';

/** Compares the permissions that the code of a project uses with those that it declares. */
export async function findPermissionProblems(
  host: Host,
  root: string,
  memory: Memory | undefined,
): Promise<readonly Diagnostic[]> {
  const { project } = findProject(host, root);
  const { model } = await readModel(host, root, project, memory);
  const uses = await permissionUses(host, root, model.kinds, memory);
  return permissionProblems(comparePermissions(uses, model.rbac, boundRules(host, root, project)));
}
