import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import type { LayoutFile } from '../../../project/layout/layout.js';

/**
 * Returns where files move when the layout changes: scaffolded files to the new path of their IDs, and the user's files
 * next to them, if all scaffolded files of the folder move to the same place.
 * @returns new paths by old ones, relative to the root; only existing files
 */
export function movedFiles(
  host: Host,
  root: string,
  before: ReadonlyMap<string, LayoutFile>,
  after: ReadonlyMap<string, LayoutFile>,
): ReadonlyMap<string, string> {
  const paths = new Map([...after.values()].map(({ id, path }) => [id, path]));
  const moves = new Map<string, string>();
  const folders = new Map<string, string | undefined>();
  for (const { id, path } of before.values()) {
    const to = paths.get(id);
    if (to === undefined) continue;
    if (to !== path && host.kind(posix.join(root, path)) === 'file') moves.set(path, to);
    const [folder, target] = [posix.dirname(path), posix.dirname(to)];
    // If the files of a folder move to different places, the right one for the other files is unknown.
    folders.set(folder, folders.has(folder) && folders.get(folder) !== target ? undefined : target);
  }
  if (moves.size === 0) return moves;
  const isLeftOut = (name: string): boolean => name === 'node_modules' || name.startsWith('.');
  const places = userFolders.map((folder) => posix.join(root, folder));
  const present = places.filter((folder) => host.kind(folder) === 'directory');
  for (const found of present.flatMap((folder) => [...walk(host, folder, isLeftOut)])) {
    if (found.kind !== 'file') continue;
    const path = posix.relative(root, found.path);
    const to = before.has(path) ? undefined : placeAfter(path, folders);
    if (to !== undefined && to !== path) moves.set(path, to);
  }
  return moves;
}

/** Folders in which users put files of their own beside scaffolded ones. */
const userFolders = ['src', 'test/cases'];

/**
 * Returns the new path of a user's file, which moves with the innermost folder around it that contains scaffolded
 * files.
 */
function placeAfter(path: string, folders: ReadonlyMap<string, string | undefined>): string | undefined {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    if (!folders.has(folder)) continue;
    const target = folders.get(folder);
    // Files that are already in the target folder need not move.
    const isThere = target?.startsWith(`${folder}/`) && path.startsWith(`${target}/`);
    if (target === undefined || isThere) return undefined;
    return posix.join(target, posix.relative(folder, path));
  }
  return undefined;
}
