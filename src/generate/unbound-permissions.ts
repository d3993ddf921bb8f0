import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import { clusterKinds, ownNamespace } from '../project/cluster-scope.js';
import type { Project } from '../project/project.js';

/** Reports cluster-wide rules of the manager in a project that binds only a Role in one namespace. */
export function unboundPermissions(project: Project, { rbac }: Pick<Model, 'rbac'>): readonly Diagnostic[] {
  if (!project.namespaced || clusterKinds(project).length > 0) return [];
  const namespace = ownNamespace(project);
  return rbac
    .filter((rule) => rule.namespace === '' && rule.roleName === '')
    .map(({ position }) => diagnostic('unbound-permission', { namespace }, position));
}
