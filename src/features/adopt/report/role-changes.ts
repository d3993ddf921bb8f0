import { permissionChange, type PermissionSet } from '../../../base/crd/roles.js';
import { counted } from '../../../base/diagnostics/counted.js';
import { objectsAt, own } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';

/** Returns the number of permissions of a role, as a phrase. If a role aggregates others, the cluster writes its rules. */
export function permissionsText(role: JsonObject): string {
  if (own(role, 'aggregationRule') !== undefined) return 'the permissions of the roles that it aggregates';
  return counted(permissionChange(role, {}).had, 'permission');
}

/**
 * Reports the permissions that a role loses and gains; nothing if it grants the same.
 * @param name the name of the role in messages
 */
export function roleDifference(
  name: string,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
  position: Position,
): readonly Diagnostic[] {
  const { had, lost, gained } = permissionChange(before, after);
  const loses =
    objectsAt(after, 'rules').length === 0
      ? `loses all of its ${counted(had, 'permission')}`
      : `loses ${lost.count} of ${counted(had, 'permission')}`;
  const change = [
    ...(lost.count === 0 ? [] : [`${loses} (${listedPermissions(lost)})`]),
    ...(gained.count === 0 ? [] : [`gains ${counted(gained.count, 'permission')} (${listedPermissions(gained)})`]),
  ].join(' and ');
  if (change === '') return [];
  const lines = [...lost.texts.map((each) => `- ${each}`), ...gained.texts.map((each) => `+ ${each}`)];
  const found = diagnostic('role-differs', { role: name, change }, position);
  return [isComplete(lost) && isComplete(gained) ? found : { ...found, lines }];
}

/** Maximum number of resources that a message names. */
const mostShown = 4;

const isComplete = ({ texts }: PermissionSet): boolean => texts.length <= mostShown;

/** Returns the first permissions of a set, as a phrase. */
export function listedPermissions({ texts }: PermissionSet): string {
  const extra = texts.length - mostShown;
  return [...texts.slice(0, mostShown), ...(extra > 0 ? [`and more on ${counted(extra, 'resource')}`] : [])].join('; ');
}
