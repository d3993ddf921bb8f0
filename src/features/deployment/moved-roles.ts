import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { deployedObjects } from './deployed-objects.js';
import { textAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import { managerRole } from '../../base/model/rbac.js';
import { kustomizations, roleFile } from '../../project/paths.js';
import type { ManifestSource } from '../../output/generate/generator.js';
import { diagnostic } from './reporting.js';
import { declaredRoles } from '../../output/generate/declared-roles.js';
import { textAt as textOf } from '../../output/kustomize/included-objects.js';

/** Reports markers for a namespace whose role `config/default` deploys to a different namespace. */
export async function movedRoles(source: ManifestSource): Promise<readonly Diagnostic[]> {
  const { host, root, project, read, helper, model, manifests } = source;
  const rules = model.rbac;
  const planned = new Map(manifests.map(({ path, content }) => [path, content]));
  const { isElsewhere, nameOf, namespaces } = declaredRoles(
    project,
    rules,
    (path) => planned.get(path) ?? textOf(path, read),
  );
  if (namespaces.length === 0) return [];
  const folder = posix.dirname(kustomizations.default);
  const built = await deployedObjects(helper, { host, root, planned }, folder);
  // `check` reports why kustomize fails.
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
