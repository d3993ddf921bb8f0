import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggest.js';
import { allBuiltInKinds, builtInKindsIn, builtInKindsOf } from '../io/built-in-kinds.js';
import type { Model } from '../model/model.js';
import { authorizedIn, coreless, type KindReference, type RbacRule } from '../model/rbac.js';

/** Subresources of the API server. https://kubernetes.io/docs/reference/kubernetes-api/ */
const subresources: readonly string[] = [
  ...['status', 'scale', 'finalizers', 'finalize', 'approval', 'token', 'resize', 'ephemeralcontainers'],
  ...['log', 'exec', 'attach', 'eviction', 'portforward', 'proxy', 'binding'],
];

interface Resource {
  readonly group: string;
  readonly plural: string;
}

interface Resolved {
  readonly rbac: readonly RbacRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the permissions of a model with the resources of the kinds that they name, and reports names of kinds and
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
    diagnostics.push(...(await unknownResources(whole, kinds)), ...(await clusterResources(whole, kinds)));
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
  // An import by an alias is not followed; the name says enough unless two groups have it.
  return named.length === 1 ? named[0] : undefined;
}

/** Reports resources that no group of a rule has and that are probably misspelled, or whose group is. */
async function unknownResources(rule: RbacRule, kinds: Model['kinds']): Promise<readonly Diagnostic[]> {
  const known = await Promise.all(rule.groups.map((group) => resourcesOf(coreless(group), kinds)));
  const plurals = known.flat();
  const areKnown = known.length > 0 && known.every((each) => each.length > 0);
  const found: Diagnostic[] = [];
  for (const resource of rule.resources) {
    const instead = areKnown ? await insteadOf(resource, rule, plurals) : await otherGroup(resource, rule, kinds);
    if (instead === undefined) continue;
    const groups = rule.groups.map(inMarker).join(', ');
    found.push(diagnostic('unknown-resource', { resource, groups, instead }, placeOf(rule)));
  }
  return found;
}

/** Reports resources of the whole cluster in a permission for a namespace, which a Role cannot grant. */
async function clusterResources(rule: RbacRule, kinds: Model['kinds']): Promise<readonly Diagnostic[]> {
  if (rule.namespace === '') return [];
  const known = await Promise.all(rule.groups.map((group) => scopedResources(coreless(group), kinds)));
  const found: Diagnostic[] = [];
  for (const resource of rule.resources) {
    const [plural] = resource.split('/');
    const scopes = known.flat().flatMap((each) => (each.plural === plural ? [each.scope] : []));
    // A request for a namespace counts as one in it.
    if (plural === 'namespaces' || scopes.length === 0 || scopes.includes('Namespaced')) continue;
    const reason = `${resource} belong to the whole cluster, and a Role in ${rule.namespace} grants nothing outside of it`;
    const instead = `write a permission without namespace for ${resource}`;
    const at = rule.origins?.['namespace'] ?? placeOf(rule);
    found.push(diagnostic('ineffective-permission', { reason, instead }, at));
  }
  return found;
}

/** Returns the place of the resources, which is the options in the form with a kind. */
function placeOf({ origins, position }: RbacRule): RbacRule['position'] {
  return origins?.['resources'] ?? origins?.['options'] ?? position;
}

/** Returns what to write for a resource of known groups; undefined if it is right, or nothing is similar. */
async function insteadOf(
  resource: string,
  { groups, origins }: RbacRule,
  served: readonly string[],
): Promise<string | undefined> {
  const [plural = '', subresource] = resource.split('/');
  if (plural.includes('*')) return undefined;
  const authorized = authorizedIn(groups);
  const plurals = [...served, ...authorized];
  if (plurals.includes(plural)) {
    const known = [...subresources, ...authorized.flatMap((each) => subresourceOf(plural, each))];
    const similar = subresource && !known.includes(subresource) && suggest(subresource, known);
    if (!similar) return undefined;
    return origins?.['options'] === undefined ? `write: '${plural}/${similar}'` : `write: subresource: '${similar}'`;
  }
  const elsewhere = (await allBuiltInKinds()).find((each) => each.plural === plural);
  if (elsewhere !== undefined)
    return `its group is ${inMarker(elsewhere.group)}: groups: ['${inMarker(elsewhere.group)}']`;
  const suggestion = suggest(plural, plurals);
  return suggestion && `write: resources: ['${resource.replace(plural, suggestion)}']`;
}

/** Returns the subresource in a resource of this plural; none if it has another one. */
function subresourceOf(plural: string, resource: string): readonly string[] {
  return resource.startsWith(`${plural}/`) ? [resource.slice(plural.length + 1)] : [];
}

/** Groups of definitions of Kubernetes' special interest groups, which resemble built-in groups. */
const groupOfSigs = /(?:^|\.)(?:x-k8s|sigs\.k8s)\.io$/;

/** Returns the group to write for one that is not known, if a similar group has the resource. Others can have any. */
async function otherGroup(resource: string, { groups }: RbacRule, kinds: Model['kinds']): Promise<string | undefined> {
  const [plural] = resource.split('/');
  const [group] = groups;
  const builtIn = group !== undefined && groupOfSigs.test(group) ? [] : await allBuiltInKinds();
  const having = [...kinds, ...builtIn].filter((each) => each.plural === plural);
  if (groups.length !== 1 || group === undefined || group === '*') return undefined;
  const similar = suggest(
    group,
    having.map((each) => each.group),
  );
  return similar === undefined || similar === coreless(group) ? undefined : `write: groups: ['${inMarker(similar)}']`;
}

/** Returns a group as markers name it. */
function inMarker(group: string): string {
  return group === '' ? 'core' : group;
}

/** Returns the plurals of a group; none if its kinds are not known. */
async function resourcesOf(group: string, kinds: Model['kinds']): Promise<readonly string[]> {
  return (await scopedResources(group, kinds)).map(({ plural }) => plural);
}

/** Returns the resources of a group with their scopes; none if its kinds are not known. */
async function scopedResources(
  group: string,
  kinds: Model['kinds'],
): Promise<readonly { readonly plural: string; readonly scope: string }[]> {
  const own = kinds.filter((each) => each.group === group);
  return [...own, ...(await builtInKindsOf(group))];
}
