import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { deployedObjects } from '../kustomize/deployed-objects.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { textAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import { managerRole, type RbacRule } from '../../base/model/rbac.js';
import { kustomizations, roleFile } from '../../project/paths.js';
import type { Project } from '../../project/project.js';
import type { Upstream } from '../../base/helper/upstream.js';
import { declaredRoles } from './declared-roles.js';
import { textAt as textOf } from '../kustomize/included-objects.js';

interface Deployment {
  readonly host: Host;
  /** Absolute path of the project. */
  readonly root: string;
  readonly project: Project;
  readonly upstream: Upstream | undefined;
}

/**
 * Reports markers for a namespace whose role `config/default` deploys to another one.
 * @param made the files of this run
 */
export async function movedRoles(
  { host, root, project, upstream }: Deployment,
  rules: readonly RbacRule[],
  made: readonly DesiredFile[],
): Promise<readonly Diagnostic[]> {
  const planned = new Map(made.map(({ path, content }) => [path, content]));
  const onDisk = (path: string): string | undefined => host.read(posix.join(root, path));
  const { isElsewhere, nameOf, namespaces } = declaredRoles(
    project,
    rules,
    (path) => planned.get(path) ?? textOf(path, onDisk),
  );
  if (namespaces.length === 0) return [];
  const folder = posix.dirname(kustomizations.default);
  const built = await deployedObjects(upstream, { host, root, planned }, folder);
  // Why kustomize refuses is reported by `check`.
  if (!built.isWhole) return [];
  const roles = built.objects.filter(({ object, file }) => kindOf(object) === 'Role' && file === roleFile);
  const reported = new Set<string>();
  return rules.flatMap((rule) => {
    const role = nameOf(rule) || managerRole;
    const deployed = roles.filter(({ declaredName }) => declaredName === role);
    const places = deployed.map(({ object }) => textAt(object, 'metadata', 'namespace'));
    const key = `${rule.namespace}/${role}`;
    if (!isElsewhere(rule.namespace) || reported.has(key) || places.length === 0) return [];
    if (places.includes(rule.namespace)) return [];
    reported.add(key);
    const what = { role, namespace: rule.namespace, deployed: places[0]! };
    return [diagnostic('moved-role', what, rule.origins?.['namespace'] ?? rule.position)];
  });
}
