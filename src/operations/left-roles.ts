import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Host } from '../io/host.js';
import type { Plan } from '../scaffold/plan.js';

/**
 * The commands that delete roles and bindings which the manifests no longer have: `kubectl apply` leaves them in a cluster, where
 * they grant what they granted before.
 */
export function leftRoles(host: Host, root: string, projectName: string, { files }: Plan): readonly string[] {
  const changed = files.filter(({ path, action }) => path.startsWith('config/rbac/') && action !== 'unchanged');
  const fresh = new Set(changed.flatMap(({ after }) => rolesIn(after)));
  const old = changed.flatMap(({ path }) => rolesIn(host.read(posix.join(root, path))));
  const left = grouped(old.filter((each) => !fresh.has(each)));
  return [...left].map(([kind, roles]) => {
    const names = roles.map((each) => `${projectName}-${each.split(' ')[1]!}`);
    const place = kind.startsWith('Cluster') ? '' : ` --namespace ${projectName}-system`;
    return `kubectl delete ${kind.toLowerCase()} ${[...new Set(names)].join(' ')}${place}`;
  });
}

/** Kind and name of every role and binding in a manifest. */
function rolesIn(text: string | undefined): readonly string[] {
  return parseAllDocuments(text ?? '').flatMap((document) => {
    const { kind, metadata } = (document.toJS() ?? {}) as { kind?: unknown; metadata?: { name?: unknown } };
    return /^(?:Cluster)?Role(?:Binding)?$/.test(String(kind)) ? [`${String(kind)} ${String(metadata?.name)}`] : [];
  });
}

function grouped(roles: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const each of roles) {
    const [kind = ''] = each.split(' ', 1);
    groups.set(kind, [...(groups.get(kind) ?? []), each]);
  }
  return groups;
}
