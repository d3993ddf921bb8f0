import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Model } from '../../base/model/model.js';
import { coreless } from '../../base/model/rbac.js';
import { clusterKinds, ownNamespace, roleNamespaceOf } from '../../project/cluster-scope.js';
import type { Project } from '../../project/project.js';

/** Reports cluster-wide rules of the manager in a project that binds only a Role in one namespace. */
export function unboundPermissions(
  project: Project,
  { rbac, kinds }: Pick<Model, 'rbac' | 'kinds'>,
): readonly Diagnostic[] {
  if (!project.namespaced || clusterKinds(project).length > 0) return [];
  const namespace = ownNamespace(project);
  return rbac
    .filter((rule) => rule.namespace === '' && rule.roleName === '')
    .map((rule) => {
      const permissions = rule.groups.flatMap((group) =>
        rule.resources.map((resource) => ({ group: coreless(group), resource })),
      );
      const isOfCluster =
        permissions.length > 0 && permissions.every((each) => roleNamespaceOf(project, kinds, each) === '');
      const remedy = isOfCluster
        ? 'the resource is cluster-scoped: add a ClusterRoleBinding of manager-role'
        : `add namespace: '${namespace}' to the marker, or bind the ClusterRole manager-role yourself`;
      return diagnostic('unbound-permission', { namespace, remedy }, rule.position);
    });
}
