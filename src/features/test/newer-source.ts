import { posix } from 'node:path';
import { changedAt } from '../../base/io/changed-at.js';
import type { Host } from '../../base/io/host.js';
import { walk } from '../../base/io/walk.js';

/**
 * Returns the path of a source that was changed after the operator was built; undefined if there is none, or nothing was built.
 * @param main path of the bundle of the operator
 */
export function newerSource(host: Host, root: string, main: string): string | undefined {
  const builtAt = changedAt(main);
  if (builtAt === undefined) return undefined;
  for (const { path, name, kind } of walk(host, posix.join(root, 'src'))) {
    if (kind === 'file' && isSource(name) && (changedAt(path) ?? 0) > builtAt) return path;
  }
  return undefined;
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.(?:test|spec)\./.test(name);
}
