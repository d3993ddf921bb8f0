import type { RbacRule } from '../model/rbac.js';
import type { Comparison, MissingPermission, UnusedPermission } from './compare-permissions.js';

/** Marker, and the verbs that its resources keep. */
export interface Narrowed {
  readonly rule: RbacRule;
  readonly verbs: ReadonlyMap<string, readonly string[]>;
}

/** Changes of the markers of a project after which they grant what the code uses, by the files to be changed. */
export interface FixedFile {
  readonly added: readonly MissingPermission[];
  readonly narrowed: readonly Narrowed[];
}

/** Returns the changes of markers, by file. A permission that only a file without a class needs goes to another marker's. */
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
    const verbs = narrowed(rule, unused);
    if (verbs.size > 0 && rule.roleName === '') at(rule.position.file).narrowed.push({ rule, verbs });
  }
  return found;
}

function fileFor(
  { group, resource, uses }: MissingPermission,
  declared: readonly RbacRule[],
  hasClass: (file: string) => boolean,
): string | undefined {
  const own = uses.map(({ position }) => position.file).find(hasClass);
  if (own !== undefined) return own;
  const [plural] = resource.split('/');
  const related = declared.find(
    (rule) => rule.groups.includes(group) && rule.resources.some((each) => each.split('/')[0] === plural),
  );
  return (related ?? declared.find(({ position }) => hasClass(position.file)))?.position.file;
}

/** Returns the verbs that the resources of a rule keep. A verb goes if no group of the rule needs it. */
function narrowed(rule: RbacRule, unused: readonly UnusedPermission[]): ReadonlyMap<string, readonly string[]> {
  const kept = new Map<string, readonly string[]>();
  for (const resource of rule.resources) {
    const entries = unused.filter((each) => each.rule === rule && each.resource === resource);
    if (entries.length < rule.groups.length) continue;
    const needless = rule.verbs.filter((verb) => entries.every(({ verbs }) => verbs.includes(verb)));
    if (needless.length > 0)
      kept.set(
        resource,
        rule.verbs.filter((verb) => !needless.includes(verb)),
      );
  }
  return kept;
}
