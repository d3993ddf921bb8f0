import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import { registerFile } from '../../../project/paths.js';
import { importedFiles, namesImportedFrom } from '../../refactor/imports/imports.js';
import { exportedNames } from '../edited-code/exported-names.js';

type Texts = ReadonlyMap<string, string>;

/** The code of a project after a change: what changes in it. */
export interface CodeAfter {
  /** The new texts of files by their new paths. */
  readonly wanted: Texts;
  readonly unwanted: ReadonlySet<string>;
  readonly moves: ReadonlyMap<string, string>;
}

/** Returns the files to be removed that are imported by code that is kept, each with a file that imports it. */
export function importersOf(host: Host, root: string, change: CodeAfter): ReadonlyMap<string, string> {
  const importers = new Map<string, string>();
  if (![...change.unwanted].some((path) => path.endsWith('.ts'))) return importers;
  for (const [path, text] of codeAfter(host, root, change))
    for (const file of importedFiles(path, text)) if (change.unwanted.has(file)) importers.set(file, path);
  return importers;
}

/**
 * Returns the declarations that a change would remove from each file although other code imports them.
 * @param existing the old texts of changed files, by their new paths
 */
export function neededNames(
  host: Host,
  root: string,
  change: CodeAfter,
  existing: Texts,
): ReadonlyMap<string, ReadonlySet<string>> {
  const lost = new Map<string, readonly string[]>();
  for (const [path, text] of change.wanted) {
    const kept = new Set(exportedNames(text));
    const gone = exportedNames(existing.get(path) ?? '').filter((each) => !kept.has(each));
    if (path.endsWith('.ts') && gone.length > 0) lost.set(path, gone);
  }
  const needed = new Map<string, Set<string>>();
  if (lost.size === 0) return needed;
  for (const [path, text] of codeAfter(host, root, change)) {
    for (const [file, names] of lost) {
      const mentioned = names.filter((each) => new RegExp(`\\b${each}\\b`).test(text));
      if (path === file || mentioned.length === 0 || !importedFiles(path, text).includes(file)) continue;
      // Another file can declare the same name.
      const imported = namesImportedFrom(path, text, file);
      const used = mentioned.filter((each) => imported?.has(each) ?? true);
      if (used.length === 0) continue;
      needed.set(file, new Set([...(needed.get(file) ?? []), ...used]));
    }
  }
  return needed;
}

function* codeAfter(
  host: Host,
  root: string,
  { wanted, unwanted, moves }: CodeAfter,
): Generator<readonly [path: string, text: string]> {
  const isCode = (path: string): boolean => path.endsWith('.ts') && path !== registerFile;
  for (const [path, text] of wanted) if (isCode(path)) yield [path, text];
  for (const { path: found, name, kind } of walk(host, posix.join(root, 'src'), (each) => each === 'node_modules')) {
    const old = posix.relative(root, found);
    const path = moves.get(old) ?? old;
    if (kind === 'file' && isCode(name) && isCode(path) && !wanted.has(path) && !unwanted.has(old))
      yield [path, host.read(found) ?? ''];
  }
}
