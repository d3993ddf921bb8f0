import { counted } from '../diagnostics/counted.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { RbacRule } from '../model/rbac.js';
import type { Comparison, MissingPermission } from './compare-permissions.js';

/** Reports permissions that the code uses and no marker grants, and calls whose kind is known only at run time. */
export function permissionProblems({ missing, dynamic }: Comparison): readonly Diagnostic[] {
  return [
    ...missing.map((each) => {
      const [first, ...others] = each.uses;
      const lines = others.length === 0 ? '' : ` and ${counted(others.length, 'other line')}`;
      const what = { call: first!.call, others: lines, permission: permissionText(each), marker: markerFor(each) };
      return diagnostic('missing-permission', what, first!.position);
    }),
    ...dynamic.map(({ call, verbs, unknown, position }) =>
      diagnostic('dynamic-permission', { call, verbs: verbs.join(', '), unknown }, position),
    ),
  ];
}

/** Reports permissions that no line of the code uses, and those that are granted for everything. */
export function excessProblems({ unused }: Comparison, declared: readonly RbacRule[]): readonly Diagnostic[] {
  return [
    ...unused.map(({ rule, group, resource, verbs }) =>
      diagnostic(
        'unused-permission',
        { verbs: verbs.join(', '), resource: inGroup(resource, group) },
        rule.origins?.['verbs'] ?? rule.position,
      ),
    ),
    ...declared.flatMap((rule) =>
      (['groups', 'resources', 'verbs'] as const)
        .filter((key) => rule[key].some((each) => each.includes('*')))
        .map((key) => diagnostic('wildcard-permission', { key }, rule.origins?.[key] ?? rule.position)),
    ),
  ];
}

function permissionText({ group, resource, verbs, resourceName, namespace }: MissingPermission): string {
  const name = resourceName === undefined ? '' : ` named ${resourceName}`;
  const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
  return `${verbs.join(', ')} on ${inGroup(resource, group)}${name}${where}`;
}

function inGroup(resource: string, group: string): string {
  return group === '' ? resource : `${resource} of ${group}`;
}

/** Returns the marker that grants a permission. */
export function markerFor({
  group,
  resource,
  verbs,
  resourceName,
}: Pick<MissingPermission, 'group' | 'resource' | 'verbs' | 'resourceName'>): string {
  const list = (values: readonly string[]): string => `[${values.map((each) => `'${each}'`).join(', ')}]`;
  const names = resourceName === undefined ? '' : `, resourceNames: ${list([resourceName])}`;
  return `@Rbac({ groups: ${list([group === '' ? 'core' : group])}, resources: ${list([resource])}, verbs: ${list(verbs)}${names} })`;
}
