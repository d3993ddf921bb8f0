import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Layout, LayoutFile } from '../../../project/layout/layout.js';
import type { ScaffoldState } from '../../../output/plan/state.js';
import { isYaml } from '../../../project/paths.js';
import { exportedNames } from '../edited-code/exported-names.js';
import { importersOf } from './needed-names.js';
import { pathMentions } from '../files/path-mentions.js';
import { isUnmodified } from '../edited-code/unmodified.js';
import { importedFiles } from '../../refactor/imports/imports.js';

/** A change of the scaffolded files that may remove some of them. */
interface Removal {
  readonly before: Layout;
  readonly after: Layout;
  readonly moves: ReadonlyMap<string, string>;
  /** The record, which tells which files are unmodified. */
  readonly known: ScaffoldState;
  /** Whether edited files, and files that others need, are also removed. */
  readonly force: boolean;
  /** The new texts of files that change. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Whether a release removes the files: everything else in the project is kept, and can need them. */
  readonly isUpgrade: boolean;
}

/** Returns the files to be removed, and the reasons why others are kept. */
export function removedFiles(
  host: Host,
  root: string,
  removal: Removal,
): { readonly unwanted: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const { before, after, moves, known, force, isUpgrade } = removal;
  const gone = goneFiles(host, root, before, after, moves);
  if (force) return { unwanted: [...gone.keys()], diagnostics: [] };
  const edited = [...gone].filter(([path, text]) => {
    const old = before.get(path)!;
    return !isUnmodified(text, old, known) && text.replaceAll('\r\n', '\n') !== old.content;
  });
  const needed = neededBy(edited, gone, usersOf(host, root, gone, removal));
  const kept = [...gone.keys()].filter((path) => needed.has(path));
  return {
    unwanted: [...gone.keys()].filter((path) => !needed.has(path)),
    diagnostics: kept.map((path) => {
      const user = needed.get(path)!;
      const others = user === path ? addedNames(gone.get(path)!, before.get(path)!) : [];
      return user === path
        ? diagnostic('edited-file-kept', { path, mayForce: !isUpgrade, isWhole: others.length === 0, others })
        : diagnostic('file-in-use', { path, user, isUpgrade });
    }),
  };
}

/**
 * Returns the names that a user's code exports in addition to all scaffolded ones; none if some scaffolded names are
 * gone, because they may have other names.
 */
function addedNames(text: string, { path, content }: LayoutFile): readonly string[] {
  if (!path.endsWith('.ts')) return [];
  const [there, scaffolded] = [exportedNames(text), exportedNames(content)];
  return scaffolded.every((each) => there.includes(each)) ? there.filter((each) => !scaffolded.includes(each)) : [];
}

/** Returns the files to be removed that others use, each with the file that uses it. */
function usersOf(
  host: Host,
  root: string,
  gone: ReadonlyMap<string, string>,
  { moves, wanted, isUpgrade }: Removal,
): ReadonlyMap<string, string> {
  const users = importersOf(host, root, { wanted, unwanted: new Set(gone.keys()), moves });
  if (!isUpgrade) return users;
  const absent = [...gone.keys(), ...moves.keys()].map((path) => [path, undefined] as const);
  const texts = [...absent, ...wanted].map(([path, text]) => [posix.join(root, path), text] as const);
  const mentions = pathMentions(overlay(host, new Map(texts)), root, new Set(gone.keys()));
  const used = mentions.filter(({ position }) => !/\.(?:md|txt)$/.test(position.file));
  return new Map([
    ...used.map(({ path, position: { file, line } }) => [path, `${file}:${line}`] as const).toReversed(),
    ...users,
  ]);
}

/** Returns the existing files that are no longer scaffolded and do not move, with their texts. */
function goneFiles(
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
 * Returns the edited files, the files that others use, and everything that these import or list directly or indirectly,
 * each with the file that requires it.
 * @param importers files that are kept and import removed files, by the removed file
 */
function neededBy(
  edited: readonly (readonly [path: string, text: string])[],
  gone: ReadonlyMap<string, string>,
  importers: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const users = new Map([...importers, ...edited.map(([path]) => [path, path] as const)]);
  for (const [path, user] of users) {
    for (const needed of neededFiles(path, gone.get(path)!)) {
      if (gone.has(needed) && !users.has(needed)) users.set(needed, user);
    }
  }
  return users;
}

/** Returns the files that code imports and that a kustomization lists. */
function neededFiles(path: string, text: string): readonly string[] {
  if (/\.[jt]s$/.test(path)) return importedFiles(path, text);
  if (posix.basename(path) !== 'kustomization.yaml') return [];
  const names = text.split(/[^\w@.+/-]+/).filter(isYaml);
  return names.map((name) => posix.join(posix.dirname(path), name));
}
