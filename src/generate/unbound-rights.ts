import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import { clusterKinds, ownNamespace } from '../project/cluster-scope.js';
import type { Project } from '../project/project.js';

/** Rules of the manager for the whole cluster, in a project that binds its Role in one namespace and nothing else. */
export function unboundRights(project: Project, { rbac }: Pick<Model, 'rbac'>): readonly Diagnostic[] {
  if (!project.namespaced || clusterKinds(project).length > 0) return [];
  const namespace = ownNamespace(project);
  return rbac
    .filter((rule) => rule.namespace === '' && rule.roleName === '')
    .map(({ position }) => diagnostic('unbound-permission', { namespace }, position));
}
