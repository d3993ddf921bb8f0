import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';

/** The tool's folder in a project, for its record, and for staged contents while it writes. Relative to the root. */
export const ownFolder = '.operator-gen';

const recordName = 'scaffold.json';

/** Committed with the project, so that every clone has the same record. */
export const stateFile = `${ownFolder}/${recordName}`;

/** Reports whether the folder contains anything except the record, which the journal code must then handle. */
export function hasLeftovers(host: Host, root: string): boolean {
  const folder = posix.join(root, ownFolder);
  try {
    if (host.kind(folder) !== 'directory') return false;
    const names = host.list(folder);
    return names.length === 0 || names.some((name) => name !== recordName);
  } catch {
    // The journal code runs into the same failure and reports it.
    return true;
  }
}
