import { posix } from 'node:path';
import type { DesiredFile } from '../layout/desired-file.js';

/** Files that are about to be written, by absolute path: what the generators must see as if it were there. */
export function overlaid(
  root: string,
  files: readonly Pick<DesiredFile, 'path' | 'content'>[],
): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, content }) => [posix.join(root, path), content]));
}
