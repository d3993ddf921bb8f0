import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import { allBuiltInKinds, builtInKindsOf } from '../../base/io/built-in-kinds.js';
import type { Model } from '../../base/model/model.js';
import type { Position } from '../../base/model/position.js';
import { authorizedIn, coreless } from '../../base/model/rbac.js';

/** Subresources of the API server. https://kubernetes.io/docs/reference/kubernetes-api/ */
const subresources: readonly string[] = [
  ...['status', 'scale', 'finalizers', 'finalize', 'approval', 'token', 'resize', 'ephemeralcontainers'],
  ...['log', 'exec', 'attach', 'eviction', 'portforward', 'proxy', 'binding'],
];

/** A marker that names resources: of a permission, or of a webhook. */
export interface NamedResources {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly position: Position;
  readonly origins?: Readonly<Record<string, Position>> | undefined;
}

interface Instead {
  readonly instead: string;
  /** The key of the marker that is probably wrong. */
  readonly key: 'groups' | 'resources';
}

/**
 * Reports resources that none of a marker's groups has, if the resource or the group is probably misspelled.
 * @param effect the consequence, as a phrase
 */
export async function unknownResources(
  named: NamedResources,
  kinds: Model['kinds'],
  effect: string,
): Promise<readonly Diagnostic[]> {
  const known = await Promise.all(named.groups.map((group) => resourcesOf(coreless(group), kinds)));
  const plurals = known.flat().map(({ plural }) => plural);
  const areKnown = known.length > 0 && known.every((each) => each.length > 0);
  const found: Diagnostic[] = [];
  for (const resource of named.resources) {
    const other = areKnown ? await insteadOf(resource, named, plurals) : await otherGroup(resource, named, kinds);
    if (other === undefined) continue;
    const { instead, key } = other;
    const groups = named.groups.map(inMarker).join(', ');
    found.push(diagnostic('unknown-resource', { resource, groups, effect, instead }, placeOf(named, key)));
  }
  return found;
}

/** Reports resources of webhooks that do not exist, so that the API server never calls them. */
export async function unknownInWebhooks({
  webhooks,
  kinds,
}: Pick<Model, 'webhooks' | 'kinds'>): Promise<readonly Diagnostic[]> {
  const all = await Promise.all(webhooks.map((each) => unknownResources(each, kinds, effectOn(each))));
  return all.flat();
}

function effectOn({ resources }: NamedResources): string {
  return `the API server never calls the webhook${resources.length === 1 ? '' : ' for it'}`;
}

/** Returns the problems that are about the names in a marker. */
export function unknownIn(
  { position, origins }: NamedResources,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const places = [position, origins?.['groups'], origins?.['resources']].map((each) => JSON.stringify(each));
  return diagnostics.filter(
    (each) => each.code === 'unknown-resource' && places.includes(JSON.stringify(each.position)),
  );
}

/** Returns the position of the resources or the groups. If the marker refers to a kind, this is the position of its options. */
export function placeOf({ origins, position }: NamedResources, key: Instead['key'] = 'resources'): Position {
  return origins?.[key] ?? origins?.['options'] ?? position;
}

/** Returns the correction of a resource whose groups are known; undefined if it is correct, or nothing is similar. */
async function insteadOf(
  resource: string,
  { groups, origins }: NamedResources,
  served: readonly string[],
): Promise<Instead | undefined> {
  const key = 'resources';
  const [plural = '', subresource] = resource.split('/');
  if (plural.includes('*')) return undefined;
  const authorized = authorizedIn(groups);
  const plurals = [...served, ...authorized];
  if (plurals.includes(plural)) {
    const known = [...subresources, ...authorized.flatMap((each) => subresourceOf(plural, each))];
    const similar = subresource && !known.includes(subresource) && suggest(subresource, known);
    if (!similar) return undefined;
    const isOption = origins?.['options'] !== undefined;
    return { key, instead: isOption ? `write: subresource: '${similar}'` : `write: '${plural}/${similar}'` };
  }
  const elsewhere = (await allBuiltInKinds()).find((each) => each.plural === plural);
  if (elsewhere !== undefined) {
    const group = inMarker(elsewhere.group);
    return { key, instead: `its group is ${group}: groups: ['${group}']` };
  }
  const suggestion = suggest(plural, plurals);
  return suggestion === undefined
    ? undefined
    : { key, instead: `write: resources: ['${resource.replace(plural, suggestion)}']` };
}

/** Returns the subresource of a resource with this plural; empty for any other resource. */
function subresourceOf(plural: string, resource: string): readonly string[] {
  return resource.startsWith(`${plural}/`) ? [resource.slice(plural.length + 1)] : [];
}

/** Groups of CRDs by special interest groups of Kubernetes, whose names resemble built-in groups. */
const groupOfSigs = /(?:^|\.)(?:x-k8s|sigs\.k8s)\.io$/;

/** Returns the correction of an unknown group, if a similar group has the resource. Any other group can be valid. */
async function otherGroup(
  resource: string,
  { groups }: NamedResources,
  kinds: Model['kinds'],
): Promise<Instead | undefined> {
  const [plural = ''] = resource.split('/');
  const [group] = groups;
  if (groups.length !== 1 || group === undefined || group === '*' || plural.includes('*')) return undefined;
  // The groups of CRDs contain a dot, so a group without one does not belong to another program.
  const isForeign = group.includes('.');
  const builtIn = groupOfSigs.test(group) ? [] : await allBuiltInKinds();
  const having = [...kinds, ...builtIn]
    .filter((each) => each.plural === plural || (!isForeign && suggest(plural, [each.plural]) !== undefined))
    .map((each) => each.group);
  const similar = having.find((each) => each.split('.', 1)[0] === group) ?? suggest(group, having);
  if (similar === undefined || similar === coreless(group)) return undefined;
  return { key: 'groups', instead: `write: groups: ['${inMarker(similar)}']` };
}

/** Returns a group as markers name it. */
function inMarker(group: string): string {
  return group === '' ? 'core' : group;
}

/** Returns the resources of a group with their scopes; none if the kinds of the group are unknown. */
export async function resourcesOf(
  group: string,
  kinds: Model['kinds'],
): Promise<readonly { readonly plural: string; readonly scope: string }[]> {
  const own = kinds.filter((each) => each.group === group);
  return [...own, ...(await builtInKindsOf(group))];
}
