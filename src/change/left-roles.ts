import { posix } from 'node:path';
import { deletingObjects } from '../diagnostics/shell-line.js';
import type { Host } from '../io/host.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import type { Plan } from '../plan/plan.js';
import type { DeployedNames } from './deployed-names.js';

interface Role {
  readonly kind: string;
  readonly name: string;
}

/** Follows the summary of a command that leaves roles in a cluster. */
export const leftRolesNote =
  'After the next deployment, delete the old roles from the cluster: they still grant their permissions. Bindings that name them have to name the new ones.';

/**
 * Returns the commands that delete roles and bindings which are no longer in the manifests: `kubectl apply` leaves them
 * in a cluster, where they keep granting their permissions.
 */
export function leftRoles(
  host: Host,
  root: string,
  { prefix, suffix, namespace }: DeployedNames,
  { files }: Plan,
): readonly string[] {
  const changed = files.filter(({ path, action }) => path.startsWith('config/rbac/') && action !== 'unchanged');
  const fresh = new Set(changed.flatMap(({ after }) => rolesIn(after)).map(keyOf));
  const old = changed.flatMap(({ path }) => rolesIn(host.read(posix.join(root, path))));
  const left = old.filter((each) => !fresh.has(keyOf(each)));
  return [...new Set(left.map(({ kind }) => kind))].map((kind) => {
    const roles = left.filter((each) => each.kind === kind);
    const names = new Set(roles.map(({ name }) => `${prefix}${name}${suffix}`));
    return deletingObjects(kind, names, kind.startsWith('Cluster') ? '' : namespace);
  });
}

function keyOf({ kind, name }: Role): string {
  return `${kind} ${name}`;
}

const roleKind = /^(?:Cluster)?Role(?:Binding)?$/;
/** Names written by tools: a subdomain, and also colons, capitals and underscores, which RBAC accepts. */
const roleName = /^[a-z0-9](?:[\w.:-]{0,251}[a-z0-9])?$/i;

/** Returns every role and binding in a manifest that can exist in a cluster. */
function rolesIn(text = ''): readonly Role[] {
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document) => {
    if (document.errors.length > 0) return [];
    const [kind, name]: unknown[] = [document.get('kind'), document.getIn(['metadata', 'name'])];
    const isRole = isText(kind, roleKind) && isText(name, roleName);
    return isRole ? [{ kind, name }] : [];
  });
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}
