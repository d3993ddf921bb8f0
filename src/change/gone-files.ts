import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import { importedFiles } from '../refactor/imports.js';
import type { LayoutFile } from '../layout/layout.js';

type Layout = ReadonlyMap<string, LayoutFile>;

/** The files that stand where nothing is scaffolded any more and that do not move, and their texts. */
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

/** Files that were edited, and those that their code imports, and so on, by the file for whose sake each is kept. */
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
