import { posix } from 'node:path';
import { mergeKustomization } from '../../emit/kustomization.js';
import { emitRoleBindings, emitRoles } from '../../emit/rbac.js';
import { emitRoleNamespaces } from '../../emit/role-namespaces.js';
import { ownNamespace } from '../../project/cluster-scope.js';
import { managerRole } from '../../model/rbac.js';
import { kustomizations, roleFile, roleNamespaceFiles } from '../../project/paths.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { isObject, type JsonObject } from '../../model/schema.js';
import { declaredRoles, type DeclaredRoles } from '../declared-roles.js';
import { generatedFile, type GeneratorOutput, type OutputGenerator } from '../generator.js';
import { rolesOfOneName } from '../roles-of-one-name.js';
import { webhookPermissions } from '../webhook-permissions.js';

const bindingFile = 'config/rbac/role_binding.yaml';

function isOfManager(binding: JsonObject): boolean {
  const role = binding['roleRef'];
  return role !== undefined && isObject(role) && role['name'] === managerRole;
}

/** Generates the roles of the manager, and what puts those for other namespaces there. */
export const roles: OutputGenerator = {
  name: 'roles',
  generate: ({ model, project, header, read }) => {
    const declared = declaredRoles(project, model.rbac, read);
    const rules = [...model.rbac, ...webhookPermissions(project, model)].map((rule) => ({
      ...rule,
      roleName: declared.nameOf(rule),
    }));
    const namespace = project.namespaced ? ownNamespace(project) : '';
    // Without a binding, a role without permissions would have no purpose.
    const bindings = read(bindingFile);
    const isBound = bindings === undefined || objectsOf(bindings).some(isOfManager);
    const text = emitRoles(rules, managerRole, { namespace, isBound }) + emitRoleBindings(declared.bindings);
    const elsewhere = roleNamespaces(declared, header);
    return {
      files: [generatedFile(roleFile, header + text), ...elsewhere.files],
      ...{ kustomizations: elsewhere.kustomizations, diagnostics: rolesOfOneName(model.rbac, declared) },
    };
  },
};

/** Returns the transformers for the roles in other namespaces, and their entry in `config/default`. */
function roleNamespaces({ namespaces, subjects }: DeclaredRoles, header: string) {
  const folder = posix.dirname(roleNamespaceFiles.kustomization);
  const entry = posix.relative(posix.dirname(kustomizations.default), folder);
  const change = { path: kustomizations.default, list: 'transformers', makes: false } as const;
  if (namespaces.length === 0) return { files: [], kustomizations: [{ ...change, add: [], remove: [entry] }] };
  const listed = posix.basename(roleNamespaceFiles.transformers);
  return {
    files: [
      generatedFile(roleNamespaceFiles.kustomization, header + mergeKustomization(undefined, { add: [listed] })!),
      generatedFile(roleNamespaceFiles.transformers, header + emitRoleNamespaces(namespaces, subjects)),
    ],
    kustomizations: [{ ...change, add: [entry], remove: [] }],
  } satisfies GeneratorOutput;
}
