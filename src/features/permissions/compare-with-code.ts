import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Model } from '../../base/model/model.js';
import type { CodeUses } from '../../base/model/permission.js';
import { comparePermissions, type Comparison, type PermissionFacts } from './compare-permissions.js';
import { roleNamespaceOf } from '../../project/cluster-scope.js';
import type { Project } from '../../project/project.js';
import { hasScaffoldedMarkers } from './scaffolded-markers.js';
import { boundRoles } from './bound-roles.js';
import { codeUses } from './code-uses.js';

/** Permissions that code uses, and their differences from those that the operator has. */
export interface ComparedPermissions {
  readonly uses: CodeUses;
  readonly comparison: Comparison;
}

/** Compares the permissions that the code of a project uses with its markers and its bound roles. */
export async function compareWithCode(
  host: Host,
  root: string,
  project: Project,
  { kinds, rbac }: Pick<Model, 'kinds' | 'rbac'>,
  memory?: Memory,
): Promise<ComparedPermissions> {
  const uses = await codeUses(host, root, kinds, memory);
  return { uses, comparison: compareUses(host, root, project, { kinds, rbac }, uses) };
}

/** Compares known permissions of the code with the markers and the bound roles of a project. */
export function compareUses(
  host: Host,
  root: string,
  project: Project,
  { kinds, rbac }: Pick<Model, 'kinds' | 'rbac'>,
  uses: CodeUses,
): Comparison {
  const facts: PermissionFacts = {
    roleNamespaceOf: (permission) => roleNamespaceOf(project, kinds, permission),
    isScaffolded: (permission) => hasScaffoldedMarkers(project, permission),
  };
  return comparePermissions(uses, rbac, boundRoles(host, root, project, rbac), facts);
}
