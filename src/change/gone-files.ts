import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import { importedFiles } from '../refactor/imports.js';
import type { LayoutFile } from '../layout/layout.js';

type Layout = ReadonlyMap<string, LayoutFile>;

/** Returns the existing files that are no longer scaffolded and do not move, with their texts. */
export function goneFiles(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  moves: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const path of before.keys()) {
    const text = after.has(path) || moves.has(path) ? undefined : host.read(posix.join(root, path));
    if (text !== undefined) gone.set(path, text);
  }
  return gone;
}

/**
 * Returns the edited files and everything that they import, directly or indirectly, each with the edited file that
 * requires it.
 */
export function neededBy(
  edited: readonly (readonly [path: string, text: string])[],
  gone: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const users = new Map(edited.map(([path]) => [path, path]));
  for (const [path, user] of users) {
    if (!path.endsWith('.ts')) continue;
    for (const imported of importedFiles(path, gone.get(path)!)) {
      if (gone.has(imported) && !users.has(imported)) users.set(imported, user);
    }
  }
  return users;
}
