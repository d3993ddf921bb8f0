import { posix } from 'node:path';
import type { DesiredFile } from '../../project/layout/desired-file.js';

/** Returns files to be written by absolute path, which the generators must see as if they existed. */
export function overlaid(
  root: string,
  files: readonly Pick<DesiredFile, 'path' | 'content'>[],
): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, content }) => [posix.join(root, path), content]));
}
