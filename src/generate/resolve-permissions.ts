import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggest.js';
import { allBuiltInKinds, builtInKindsIn, builtInKindsOf } from '../io/built-in-kinds.js';
import type { Model } from '../model/model.js';
import { coreless, type KindReference, type RbacRule } from '../model/rbac.js';

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
    diagnostics.push(...(await unknownResources(whole, kinds)));
  }
  return { rbac: resolved, diagnostics };
}

async function resourceOf(reference: KindReference, kinds: Model['kinds']): Promise<Resource | undefined> {
  if ('plural' in reference) return reference;
  if ('module' in reference) {
    const [folder = '', version = ''] = reference.module.split('/');
    return (await builtInKindsIn(folder, version)).find(({ kind }) => kind === reference.name);
  }
  const named = kinds.filter(({ kind }) => kind === reference.name);
  if (reference.file !== undefined)
    return named.find(({ versions }) => versions.some(({ position }) => position.file === reference.file));
  // An import by an alias is not followed; the name says enough unless two groups have it.
  return named.length === 1 ? named[0] : undefined;
}

/**
 * Reports resources that no group of a rule has and that are probably misspelled. A group whose kinds are not known can
 * have any.
 */
async function unknownResources(rule: RbacRule, kinds: Model['kinds']): Promise<readonly Diagnostic[]> {
  const groups = rule.groups.map(coreless);
  const known = await Promise.all(groups.map((group) => resourcesOf(group, kinds)));
  if (known.length === 0 || known.some((plurals) => plurals.length === 0)) return [];
  const plurals = known.flat();
  const found: Diagnostic[] = [];
  for (const resource of rule.resources) {
    const [plural = ''] = resource.split('/');
    if (plural.includes('*') || plurals.includes(plural)) continue;
    const elsewhere = (await allBuiltInKinds()).find((each) => each.plural === plural);
    const suggestion = suggest(plural, plurals);
    if (elsewhere === undefined && suggestion === undefined) continue;
    const instead =
      elsewhere === undefined
        ? `write: resources: ['${resource.replace(plural, suggestion!)}']`
        : `its group is ${elsewhere.group === '' ? 'core' : elsewhere.group}: groups: ['${elsewhere.group === '' ? 'core' : elsewhere.group}']`;
    const of = rule.groups.map((group) => (group === '' ? 'core' : group)).join(', ');
    found.push(
      diagnostic('unknown-resource', { resource, groups: of, instead }, rule.origins?.['resources'] ?? rule.position),
    );
  }
  return found;
}

/** Returns the plurals of a group; none if its kinds are not known. */
async function resourcesOf(group: string, kinds: Model['kinds']): Promise<readonly string[]> {
  const own = kinds.filter((each) => each.group === group);
  return [...own, ...(await builtInKindsOf(group))].map(({ plural }) => plural);
}
