import { posix } from 'node:path';
import type { Host } from './host.js';
import { slashed } from './slashed.js';

/**
 * Returns a function that returns the outermost link of a project on a path, which can be the path itself: a stranger could
 * have committed it. Undefined for a path outside of the project, and if no part of it is a link. The project's own folder
 * can be one.
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

/** Returns a project's folder as the user names it, and as the system does. */
function foldersOf(host: Pick<Host, 'realpath'>, root: string): ReadonlySet<string> {
  const folder = slashed(root);
  try {
    return new Set([folder, slashed(host.realpath(root))]);
  } catch {
    // It does not exist yet.
    return new Set([folder]);
  }
}
