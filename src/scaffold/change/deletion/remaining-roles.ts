import { posix } from 'node:path';
import { deletingObjects } from '../../../base/diagnostics/shell-line.js';
import type { Host } from '../../../base/io/host.js';
import { isYamlProblem, yamlDocuments } from '../../../base/text/yaml-documents.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { DeployedNames } from '../names/deployed-names.js';

interface Role {
  readonly kind: string;
  readonly name: string;
  /** The kind and the name of the role that a binding is for. */
  readonly roleRef: string;
}

/** Steps in a cluster that remain after a command: the removal of previous roles and bindings. */
export interface LeftInCluster {
  /** Printed after the summary of the command; empty if nothing remains. */
  readonly note: string;
  /** The commands for the cluster, in their order. */
  readonly next: readonly string[];
}

const reboundNote =
  ' Before the next deployment, delete the bindings of roles that have new names: the API server rejects another roleRef.';
const leftNote =
  ' After the next deployment, delete the old roles from the cluster: they still grant their permissions. Bindings that name them have to name the new ones.';

/**
 * Returns the remaining steps for roles and bindings: `kubectl apply` does not remove those from a cluster that are no
 * longer in the manifests, where they continue to grant their permissions, and cannot change the role of a binding. See
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#clusterrolebinding-example
 */
export function leftInCluster(host: Host, root: string, names: DeployedNames, { files }: Plan): LeftInCluster {
  const changed = files
    .filter(({ path, action }) => /^config\/(?:rbac|default)\//.test(path) && action !== 'unchanged')
    .map(({ path, after }) => ({ path, old: rolesIn(host.read(posix.join(root, path))), fresh: rolesIn(after) }));
  const inRbac = changed.filter(({ path }) => path.startsWith('config/rbac/'));
  const fresh = new Set(inRbac.flatMap((each) => each.fresh).map(keyOf));
  const left = inRbac.flatMap(({ old }) => old).filter((each) => !fresh.has(keyOf(each)));
  const rebound = changed.flatMap((file) =>
    file.old.filter((each) =>
      file.fresh.some((other) => keyOf(other) === keyOf(each) && other.roleRef !== each.roleRef),
    ),
  );
  return {
    note: `${rebound.length === 0 ? '' : reboundNote}${left.length === 0 ? '' : leftNote}`,
    next: [...deleting(rebound, names), ...deleting(left, names)],
  };
}

function deleting(roles: readonly Role[], { prefix, suffix, namespace }: DeployedNames): readonly string[] {
  return [...new Set(roles.map(({ kind }) => kind))].map((kind) => {
    const names = new Set(roles.filter((each) => each.kind === kind).map(({ name }) => `${prefix}${name}${suffix}`));
    return deletingObjects(kind, names, kind.startsWith('Cluster') ? '' : namespace);
  });
}

function keyOf({ kind, name }: Role): string {
  return `${kind} ${name}`;
}

const roleKind = /^(?:Cluster)?Role(?:Binding)?$/;
/** Names written by tools: a subdomain, possibly with colons, capitals and underscores, which RBAC accepts. */
const roleName = /^[a-z0-9](?:[\w.:-]{0,251}[a-z0-9])?$/i;

/** Returns every role and binding in a manifest that can exist in a cluster. */
function rolesIn(text = ''): readonly Role[] {
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document) => {
    if (document.errors.length > 0) return [];
    const [kind, name]: unknown[] = [document.get('kind'), document.getIn(['metadata', 'name'])];
    const isRole = isText(kind, roleKind) && isText(name, roleName);
    const roleRef = ['kind', 'name'].map((key): unknown => document.getIn(['roleRef', key]));
    return isRole ? [{ kind, name, roleRef: JSON.stringify(roleRef) }] : [];
  });
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}
