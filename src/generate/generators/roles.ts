import { emitRoles } from '../../emit/rbac.js';
import { ownNamespace } from '../../project/cluster-scope.js';
import { managerRole } from '../../model/rbac.js';
import { roleFile } from '../../project/paths.js';
import { generatedFile, type OutputGenerator } from '../generator.js';
import { webhookPermissions } from '../webhook-permissions.js';

/** Generates the roles of the manager. */
export const roles: OutputGenerator = {
  name: 'roles',
  generate: ({ model, project, header }) => {
    const rules = [...model.rbac, ...webhookPermissions(project, model)];
    const namespace = project.namespaced ? ownNamespace(project) : '';
    return { files: [generatedFile(roleFile, header + emitRoles(rules, managerRole, namespace))] };
  },
};
