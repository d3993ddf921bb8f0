import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import type { Layout } from '../../../project/layout/layout.js';

/**
 * Returns the types that a change would no longer mark as the stored version because no other version is left, although
 * the file of another version stays: it still declares its version.
 * @param unwanted the paths that the change removes
 */
export function keptStorage(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  unwanted: readonly string[],
): readonly string[] {
  const stored = [...after].flatMap(([path, { content }]) => {
    const isStored = before.get(path)?.content.includes(marker) === true;
    return isStored && !content.includes(marker) ? [path] : [];
  });
  if (stored.length === 0) return [];
  const kept = new Set(
    [...before.keys()]
      .filter((path) => !after.has(path) && !unwanted.includes(path))
      .filter((path) => host.kind(posix.join(root, path)) === 'file')
      .map(kindIn),
  );
  return stored.filter((path) => kept.has(kindIn(path)));
}

const marker = '@StorageVersion()';

/** Returns the folder of a group, and the name of a kind in its files: what the files of its versions have in common. */
function kindIn(path: string): string {
  return posix.join(posix.dirname(posix.dirname(path)), posix.basename(path));
}
