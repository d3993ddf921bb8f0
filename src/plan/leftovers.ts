import { posix } from 'node:path';
import type { Host } from '../io/host.js';

/** What the tool keeps in a project: its record, and its journal for as long as it writes. Relative to the root. */
export const ownFolder = '.operator-gen';

const recordName = 'scaffold.json';

/** Committed with the project, so that every clone of it knows the same. */
export const stateFile = `${ownFolder}/${recordName}`;

/** Whether anything but the record stands in our folder: then the journal's code has to look at it. */
export function hasLeftovers(host: Host, root: string): boolean {
  const folder = posix.join(root, ownFolder);
  try {
    if (host.kind(folder) !== 'directory') return false;
    const names = host.list(folder);
    return names.length === 0 || names.some((name) => name !== recordName);
  } catch {
    // That code will meet the same failure, and knows how to report it.
    return true;
  }
}
