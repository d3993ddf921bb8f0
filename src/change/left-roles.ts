import { posix } from 'node:path';
import { shellLine } from '../diagnostics/shell-line.js';
import type { Host } from '../io/host.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import type { Plan } from '../plan/plan.js';

interface Role {
  readonly kind: string;
  readonly name: string;
}

/**
 * The commands that delete roles and bindings which the manifests no longer have: `kubectl apply` leaves them in a cluster, where
 * they grant what they granted before.
 */
export function leftRoles(host: Host, root: string, projectName: string, { files }: Plan): readonly string[] {
  const changed = files.filter(({ path, action }) => path.startsWith('config/rbac/') && action !== 'unchanged');
  const fresh = new Set(changed.flatMap(({ after }) => rolesIn(after)).map(keyOf));
  const old = changed.flatMap(({ path }) => rolesIn(host.read(posix.join(root, path))));
  const left = old.filter((each) => !fresh.has(keyOf(each)));
  return [...new Set(left.map(({ kind }) => kind))].map((kind) => {
    const roles = left.filter((each) => each.kind === kind);
    const names = new Set(roles.map(({ name }) => `${projectName}-${name}`));
    const place = kind.startsWith('Cluster') ? [] : ['--namespace', `${projectName}-system`];
    return shellLine(['kubectl', 'delete', kind.toLowerCase(), ...names, ...place]);
  });
}

function keyOf({ kind, name }: Role): string {
  return `${kind} ${name}`;
}

const roleKind = /^(?:Cluster)?Role(?:Binding)?$/;
/** The names that tools write: of a subdomain, and with the colons, capitals and underscores that RBAC takes as well. */
const roleName = /^[a-z0-9](?:[\w.:-]{0,251}[a-z0-9])?$/i;

/** Every role and binding in a manifest that a cluster can have. */
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
