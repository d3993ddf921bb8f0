import { coreless, type RbacRule } from '../../../base/model/rbac.js';
import type { Comparison, MissingPermission } from '../compare-permissions.js';
import type { UnusedPermission } from '../granted-rules.js';

/** Marker, and the permissions that it must grant: the verbs for each of its groups and resources. */
export interface Narrowed {
  readonly rule: RbacRule;
  readonly grants: readonly { readonly group: string; readonly resource: string; readonly verbs: readonly string[] }[];
}

/** Changes of a project's markers so that they grant the permissions that the code uses, by file. */
export interface FixedFile {
  readonly added: readonly MissingPermission[];
  readonly narrowed: readonly Narrowed[];
}

/**
 * Returns the changes of markers, by file. A permission that only a file without a class needs is added to the file of
 * another marker.
 */
export function permissionFixes(
  { missing, unused }: Comparison,
  declared: readonly RbacRule[],
  hasClass: (file: string) => boolean,
): ReadonlyMap<string, FixedFile> {
  const found = new Map<string, { added: MissingPermission[]; narrowed: Narrowed[] }>();
  const at = (file: string) => {
    const known = found.get(file) ?? { added: [], narrowed: [] };
    found.set(file, known);
    return known;
  };
  for (const each of missing) {
    const file = fileFor(each, declared, hasClass);
    if (file !== undefined) at(file).added.push(each);
  }
  for (const rule of declared) {
    const grants = narrowed(rule, unused);
    if (grants !== undefined && rule.roleName === '') at(rule.position.file).narrowed.push({ rule, grants });
  }
  return found;
}

function fileFor(
  { group, resource, uses }: MissingPermission,
  declared: readonly RbacRule[],
  hasClass: (file: string) => boolean,
): string | undefined {
  const hasMarker = (file: string): boolean => declared.some(({ position }) => position.file === file);
  const own = uses
    .flatMap(({ position, importer }) =>
      importer === undefined || hasMarker(position.file) ? [position.file] : [importer, position.file],
    )
    .find(hasClass);
  if (own !== undefined) return own;
  const [plural] = resource.split('/');
  const related = declared.find(
    (rule) => rule.groups.includes(group) && rule.resources.some((each) => each.split('/')[0] === plural),
  );
  return (related ?? declared.find(({ position }) => hasClass(position.file)))?.position.file;
}

/** Returns the permissions that a rule must grant, without unused ones; undefined if none are unused. */
function narrowed(rule: RbacRule, unused: readonly UnusedPermission[]): Narrowed['grants'] | undefined {
  const own = unused.filter((each) => each.rule === rule);
  if (own.length === 0) return undefined;
  return rule.resources.flatMap((resource) =>
    rule.groups.map((group) => {
      const needless = own.find((each) => each.resource === resource && each.group === coreless(group))?.verbs ?? [];
      return { group, resource, verbs: rule.verbs.filter((verb) => !needless.includes(verb)) };
    }),
  );
}
