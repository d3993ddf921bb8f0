import { lstatSync } from 'node:fs';

/** Returns when the entry at a path itself was changed, in milliseconds since 1970; undefined if there is none. */
export function changedAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
