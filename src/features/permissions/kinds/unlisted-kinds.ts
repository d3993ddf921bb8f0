import type { UsedPermission } from '../../../base/model/permission.js';
import { covers, isForGroup, type GrantedRule } from '../granted-rules.js';

/**
 * Returns what lines need, with the resources of kinds that nothing in the project lists, if the rules tell them: the
 * likely one, or others of the group that no other line needs and that grant what the line needs.
 */
export function withResources(
  used: readonly UsedPermission[],
  rules: readonly GrantedRule[],
): readonly UsedPermission[] {
  if (!used.some(({ unlisted }) => unlisted !== undefined)) return used;
  const taken = new Set(used.map((each) => `${each.group}/${pluralIn(each.resource)}`));
  return used.flatMap((use) => {
    const { unlisted, ...listed } = use;
    if (unlisted === undefined) return [use];
    const [plural, ...suffix] = use.resource.split('/');
    const inGroup = rules
      .filter((rule) => isForGroup(rule, use.group))
      .flatMap(({ resources }) => resources.map(pluralIn));
    if (plural !== undefined && inGroup.includes(plural)) return [listed];
    const others = [...new Set(inGroup)].filter((each) => each !== '*' && !taken.has(`${use.group}/${each}`));
    const isGranted = (each: UsedPermission): boolean =>
      each.verbs.every((verb) => rules.some((rule) => covers(rule, each, verb)));
    const found = others
      .map((each) => ({ ...listed, resource: [each, ...suffix].join('/') }))
      .filter((each) => isGranted(each));
    return found.length === 0 ? [use] : found;
  });
}

function pluralIn(resource: string): string {
  return resource.split('/')[0] ?? resource;
}
