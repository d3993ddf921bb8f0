import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Model } from '../../base/model/model.js';
import type { RbacRule } from '../../base/model/rbac.js';
import type { Project } from '../../project/project.js';
import { compareWithCode } from './compare-with-code.js';

/**
 * Returns the permissions that the code uses but neither markers nor bound roles grant, for a project whose permissions
 * are inferred; none for other projects. A constant namespace does not limit them: only the role in the namespace of
 * the operator is bound.
 */
export async function inferredPermissions(
  host: Host,
  root: string,
  project: Project,
  model: Pick<Model, 'kinds' | 'rbac'>,
  memory: Memory | undefined,
): Promise<readonly RbacRule[]> {
  if (project.permissions !== 'inferred') return [];
  const { comparison } = await compareWithCode(host, root, project, model, memory);
  const needed = [...comparison.missing, ...comparison.unbound.flatMap(({ needs }) => needs)];
  const listed = needed.filter(({ unlisted }) => unlisted === undefined);
  return listed.map(({ group, resource, verbs, resourceName, roleNamespace = '', uses: [first] }) => ({
    groups: [group],
    resources: [resource],
    verbs,
    resourceNames: resourceName === undefined ? [] : [resourceName],
    urls: [],
    namespace: roleNamespace,
    roleName: '',
    position: first!.position,
  }));
}
