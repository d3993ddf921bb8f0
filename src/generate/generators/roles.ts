import { emitRoles } from '../../emit/rbac.js';
import { ownNamespace } from '../../project/cluster-scope.js';
import { managerRole } from '../../model/rbac.js';
import { roleFile } from '../../project/paths.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { isObject, type JsonObject } from '../../model/schema.js';
import { generatedFile, type OutputGenerator } from '../generator.js';
import { webhookPermissions } from '../webhook-permissions.js';

const bindingFile = 'config/rbac/role_binding.yaml';

function isOfManager(binding: JsonObject): boolean {
  const role = binding['roleRef'];
  return role !== undefined && isObject(role) && role['name'] === managerRole;
}

/** Generates the roles of the manager. */
export const roles: OutputGenerator = {
  name: 'roles',
  generate: ({ model, project, header, read }) => {
    const rules = [...model.rbac, ...webhookPermissions(project, model)];
    const namespace = project.namespaced ? ownNamespace(project) : '';
    // Without a binding, a role without permissions would have no purpose.
    const bindings = read(bindingFile);
    const isBound = bindings === undefined || objectsOf(bindings).some(isOfManager);
    return { files: [generatedFile(roleFile, header + emitRoles(rules, managerRole, { namespace, isBound }))] };
  },
};
