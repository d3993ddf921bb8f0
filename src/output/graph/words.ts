import type { NamedKind } from '../../base/model/permission.js';
import { managerRole } from '../../base/model/rbac.js';
import type { GraphKind, GraphPermission } from './graph.js';

/** Returns a group as users name it. */
export function groupText(group: string): string {
  return group === '' ? 'core' : group;
}

/** Returns a kind with its group, such as `Deployment (apps)`. */
export function kindText({ group, resource, kind }: NamedKind): string {
  return `${kind ?? resource} (${groupText(group)})`;
}

/** Returns a version with its properties, such as `v1: stored, served`. */
export function versionText({ name, served, storage, deprecated }: GraphKind['versions'][number]): string {
  const facts = [
    ...(storage ? ['stored'] : []),
    served ? 'served' : 'not served',
    ...(deprecated ? ['deprecated'] : []),
  ];
  return `${name}: ${facts.join(', ')}`;
}

/** Returns a conversion, such as `v2 through v1`. */
export function conversionText({ hub, spokes }: NonNullable<GraphKind['conversion']>): string {
  return `${spokes.join(', ')} through ${hub}`;
}

/** Returns the verbs of a permission with its limits. */
export function verbsOf({ verbs, names, namespace, role }: GraphPermission): string {
  return [
    verbs.join(', '),
    ...(names.length > 0 ? [`named ${names.join(', ')}`] : []),
    ...(namespace === '' ? [] : [`in ${namespace}`]),
    ...(role === managerRole ? [] : [`by ${role}`]),
  ].join(' ');
}
