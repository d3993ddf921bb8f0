import { posix, relative } from 'node:path';
import { slashed } from '../../base/io/slashed.js';

/** Returns a path of a project as seen from the working directory, for messages and as the argument of a command. */
export function shownPath(cwd: string, root: string, path: string): string {
  return slashed(relative(cwd, posix.join(root, path)));
}
