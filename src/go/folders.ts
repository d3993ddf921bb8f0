import { posix } from 'node:path';
import type { GoText } from './text.js';

/** Returns files by their folders: each folder has one package. */
export function filesByFolder(files: readonly GoText[]): ReadonlyMap<string, readonly GoText[]> {
  const found = new Map<string, GoText[]>();
  for (const file of files) {
    const folder = posix.dirname(file.path);
    const known = found.get(folder);
    if (known === undefined) found.set(folder, [file]);
    else known.push(file);
  }
  return found;
}
