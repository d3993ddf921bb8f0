import { posix } from 'node:path';
import type { Host } from './host.js';
import { slashed } from './slashed.js';

/**
 * Returns a function that returns the outermost link on a path in the project, which can be the path itself: another
 * person could have committed it. Undefined for a path outside of the project, and for one without links. The project
 * folder itself can be a link.
 */
export function linksOf(host: Pick<Host, 'kind' | 'realpath'>, root: string): (path: string) => string | undefined {
  const folders = foldersOf(host, root);
  return (path) => {
    for (const folder of folders) {
      const below = posix.relative(folder, slashed(path));
      if (below === '..' || below.startsWith('../') || posix.isAbsolute(below)) continue;
      let each = folder;
      for (const name of below.split('/').filter((part) => part !== '')) {
        each = posix.join(each, name);
        if (host.kind(each) === 'symlink') return each;
      }
    }
    return undefined;
  };
}

/** Returns the folder of a project as the user wrote it, and its real path. */
function foldersOf(host: Pick<Host, 'realpath'>, root: string): ReadonlySet<string> {
  const folder = slashed(root);
  try {
    return new Set([folder, slashed(host.realpath(root))]);
  } catch {
    // It does not exist yet.
    return new Set([folder]);
  }
}
