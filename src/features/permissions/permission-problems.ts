import { counted } from '../../base/diagnostics/counted.js';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { DynamicUse } from '../../base/model/permission.js';
import { managerRole, type RbacRule } from '../../base/model/rbac.js';
import { isElsewhere, type Comparison, type MissingPermission } from './compare-permissions.js';

/** Whether `rbac --fix` has already changed the markers. */
export type MarkerState = 'as-written' | 'fixed';

/**
 * Reports permissions that the code uses but no marker grants, or whose role is not bound, and calls whose kind is
 * known only at run time.
 */
export function permissionProblems(
  { missing, unbound, dynamic, broken }: Comparison,
  state: MarkerState = 'as-written',
): readonly Diagnostic[] {
  return [
    ...missing.map((each) => {
      const [first, ...others] = each.uses;
      // The calls are the subject of the message.
      const verb = others.length === 0 ? ' requires' : ` and ${counted(others.length, 'other line')} require`;
      const what = {
        call: first!.call,
        verb,
        permission: permissionText(each),
        remedy: remedyFor(each, state),
      };
      return diagnostic('missing-permission', what, first!.position);
    }),
    ...unbound.map(({ rule, needs }) => {
      const role = rule.roleName === '' ? managerRole : rule.roleName;
      const where = rule.namespace === '' ? '' : ` in the namespace ${rule.namespace}`;
      const binding = rule.namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
      const permissions = needs.map(permissionText).join('; ');
      return diagnostic('unbound-role', { role, where, binding, permissions }, rule.position);
    }),
    ...broken.map(({ message, position }) => diagnostic('syntax-error', { message }, position)),
    ...dynamic.map((each) => diagnostic('dynamic-permission', dynamicTexts(each), each.position)),
  ];
}

/**
 * Returns the note that permissions are missing, for commands that do not search for them; undefined if none are known
 * to be missing.
 */
export function missingNote({ missing }: Comparison): Diagnostic | undefined {
  const [first] = missing;
  if (first === undefined) return undefined;
  return diagnostic(
    'missing-permissions',
    { count: missing.length, first: permissionText(first) },
    first.uses[0]?.position,
  );
}

const subjects = { method: 'the method', client: 'the use of the client', path: 'the path of' };

function dynamicTexts({ call, verbs, unknown }: DynamicUse): Record<'subject' | 'consequence' | 'remedy', string> {
  if (unknown === 'kind' || unknown === 'subresource') {
    const consequence = `no marker grants ${verbs.join(', ')} for it`;
    const remedy = `add a marker for the ${unknown}s, or a comment above the call`;
    return { subject: `the ${unknown} of ${call}`, consequence, remedy };
  }
  const subject = `${subjects[unknown]} ${call}`;
  const remedy = 'declare the permissions, and add a comment above this line';
  return { subject, consequence: 'it may require any permission', remedy };
}

/** Reports unused permissions, and permissions with wildcards. */
export function excessProblems(
  { unused }: Comparison,
  declared: readonly RbacRule[],
  state: MarkerState = 'as-written',
): readonly Diagnostic[] {
  const fix = state === 'fixed' ? 'change the marker by hand' : 'run: npx operator-gen rbac --fix';
  const found = unused.map(({ rule, group, resource, verbs }) =>
    diagnostic(
      'unused-permission',
      { verbs: verbs.join(', '), resource: inGroup(resource, group), fix },
      rule.origins?.['verbs'] ?? rule.position,
    ),
  );
  return [
    // Several markers can refer to one constant.
    ...new Map(found.map((each) => [JSON.stringify(each), each])).values(),
    ...declared.flatMap((rule) =>
      (['groups', 'resources', 'verbs'] as const)
        .filter((key) => rule[key].some((each) => each.includes('*')))
        .map((key) => diagnostic('wildcard-permission', { key }, rule.origins?.[key] ?? rule.position)),
    ),
  ];
}

function permissionText({ group, resource, unlisted, verbs, resourceName, namespace }: MissingPermission): string {
  const name = resourceName === undefined ? '' : ` named ${resourceName}`;
  const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
  return `${verbs.join(', ')} on ${inGroup(unlisted ?? resource, group)}${name}${where}`;
}

function inGroup(resource: string, group: string): string {
  return group === '' ? resource : `${resource} of ${group}`;
}

/** Returns how to grant a permission: with a marker, or with a role in another namespace. */
function remedyFor(each: MissingPermission, state: MarkerState): string {
  if (isElsewhere(each))
    return `write a Role and a RoleBinding for the namespace ${each.namespace} in a separate folder below config`;
  if (each.unlisted !== undefined) {
    const [plural] = each.resource.split('/');
    return `import the types of ${each.unlisted}: npx operator-gen create api --from-crd <definition> --types-only; or, if its plural is ${plural}, add a marker to the class: ${markerFor(each)}`;
  }
  // The remaining permissions have no class for a marker, or a marker that cannot be changed.
  if (state === 'fixed') return `add a marker to a class that is imported with this code: ${markerFor(each)}`;
  return `run: npx operator-gen rbac --fix, or add a marker to the class: ${markerFor(each)}`;
}

/** Returns the marker that grants a permission. */
function markerFor({ group, resource, verbs, resourceName, roleNamespace }: MissingPermission): string {
  const list = (values: readonly string[]): string => `[${values.map((each) => `'${each}'`).join(', ')}]`;
  const names = resourceName === undefined ? '' : `, resourceNames: ${list([resourceName])}`;
  const where = roleNamespace === undefined ? '' : `, namespace: '${roleNamespace}'`;
  return `@Rbac({ groups: ${list([group === '' ? 'core' : group])}, resources: ${list([resource])}, verbs: ${list(verbs)}${names}${where} })`;
}
