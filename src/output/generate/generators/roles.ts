import { posix } from 'node:path';
import { mergeKustomization } from '../../emit/kustomization.js';
import { emitRoleBindings, emitRoles } from '../../emit/rbac.js';
import { emitRoleNamespaces } from '../../emit/role-namespaces.js';
import { ownNamespace } from '../../../project/cluster-scope.js';
import { managerRole } from '../../../base/model/rbac.js';
import { crdFolder, kustomizations, roleFile, roleNamespaceFiles } from '../../../project/paths.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { declaredRoles, type DeclaredRoles } from '../declared-roles.js';
import { generatedFile, type GeneratorOutput, type OutputGenerator } from '../generator.js';
import { partsIncluded, textAt, type ReadText } from '../../kustomize/included-objects.js';
import { rolesOfOneName } from '../roles-of-one-name.js';
import { webhookPermissions } from '../webhook-permissions.js';

const bindingFile = 'config/rbac/role_binding.yaml';

function isOfManager(binding: JsonObject): boolean {
  const role = binding['roleRef'];
  return role !== undefined && isObject(role) && role['name'] === managerRole;
}

/** Reports whether a manifest of the user declares the role of the manager, for example to aggregate the generated role. */
function isWrittenElsewhere(kind: string, read: ReadText): boolean {
  const folders = [kustomizations.default, roleFile].map((path) => posix.dirname(path));
  return [...partsIncluded(folders, read)]
    .filter((path) => path !== roleFile && posix.dirname(path) !== crdFolder)
    .flatMap((path) => objectsOf(textAt(path, read)))
    .some((each) => kindOf(each) === kind && nameOf(each) === managerRole);
}

/** Generates the roles of the manager, and the transformers that move roles into other namespaces. */
export const roles: OutputGenerator = {
  name: 'roles',
  generate: ({ model, project, header, read }) => {
    const declared = declaredRoles(project, model.rbac, read);
    const rules = [...model.rbac, ...webhookPermissions(project, model)].map((rule) => ({
      ...rule,
      roleName: declared.nameOf(rule),
    }));
    const namespace = project.namespaced ? ownNamespace(project) : '';
    const isOwn = (each: (typeof rules)[number]): boolean =>
      each.namespace === namespace && ['', managerRole].includes(each.roleName);
    // Without a binding, a role without permissions would have no purpose. kustomize rejects a second role with the
    // same name.
    const bindings = read(bindingFile);
    const isBound =
      (bindings === undefined || objectsOf(bindings).some(isOfManager)) &&
      (rules.some(isOwn) || !isWrittenElsewhere(namespace === '' ? 'ClusterRole' : 'Role', read));
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
