import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { builtInKindsIn } from '../../base/io/built-in-kinds.js';
import type { Model } from '../../base/model/model.js';
import { coreless, type KindReference, type RbacRule } from '../../base/model/rbac.js';
import { placeOf, resourcesOf, unknownResources } from './unknown-resources.js';

interface Resource {
  readonly group: string;
  readonly plural: string;
}

interface Resolved {
  readonly rbac: readonly RbacRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the permissions of a model with the resources of the kinds that they refer to, and reports kinds and
 * resources that do not exist.
 * @param hasAllKinds whether all kinds of the sources could be read
 */
export async function resolvePermissions(
  { rbac, kinds }: Pick<Model, 'rbac' | 'kinds'>,
  hasAllKinds: boolean,
): Promise<Resolved> {
  const diagnostics: Diagnostic[] = [];
  const resolved: RbacRule[] = [];
  for (const rule of rbac) {
    const { kind, ...others } = rule;
    const resource = kind && (await resourceOf(kind.of, kinds));
    if (kind !== undefined && resource === undefined) {
      const name = 'name' in kind.of ? kind.of.name : kind.of.plural;
      const isCertain = hasAllKinds || 'module' in kind.of;
      if (isCertain) diagnostics.push(diagnostic('not-a-kind', { name }, rule.origins?.['kind'] ?? rule.position));
      continue;
    }
    const whole =
      kind === undefined || resource === undefined
        ? rule
        : { ...others, groups: [resource.group], resources: [`${resource.plural}${kind.suffix}`] };
    resolved.push(whole);
    diagnostics.push(
      ...(await unknownResources(whole, kinds, 'the permission grants nothing')),
      ...(await clusterResources(whole, kinds)),
    );
  }
  return { rbac: resolved, diagnostics };
}

async function resourceOf(reference: KindReference, kinds: Model['kinds']): Promise<Resource | undefined> {
  if ('plural' in reference) return reference;
  if ('module' in reference) {
    const [folder = '', version = ''] = reference.module.split('/');
    return (await builtInKindsIn(folder, version)).find(({ kind }) => kind === reference.name);
  }
  const named = kinds.filter(({ kind, versions }) =>
    versions.some(({ className = kind }) => className === reference.name),
  );
  if (reference.file !== undefined)
    return named.find(({ versions }) => versions.some(({ position }) => position.file === reference.file));
  // An import with an alias is not resolved; the name is sufficient unless two groups have it.
  return named.length === 1 ? named[0] : undefined;
}

/** Reports cluster-scoped resources in a permission for a namespace, which a Role cannot grant. */
async function clusterResources(rule: RbacRule, kinds: Model['kinds']): Promise<readonly Diagnostic[]> {
  if (rule.namespace === '') return [];
  const known = await Promise.all(rule.groups.map((group) => resourcesOf(coreless(group), kinds)));
  const found: Diagnostic[] = [];
  for (const resource of rule.resources) {
    const [plural] = resource.split('/');
    const scopes = known.flat().flatMap((each) => (each.plural === plural ? [each.scope] : []));
    // A request for a single namespace counts as namespaced.
    if (plural === 'namespaces' || scopes.length === 0 || scopes.includes('Namespaced')) continue;
    const reason = `${resource} belong to the whole cluster, and a Role in ${rule.namespace} grants nothing outside of it`;
    const instead = `write a permission without namespace for ${resource}`;
    const at = rule.origins?.['namespace'] ?? placeOf(rule);
    found.push(diagnostic('ineffective-permission', { reason, instead }, at));
  }
  return found;
}
