import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { readState, type ScaffoldState } from '../../output/plan/state.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Layout } from '../../project/layout/layout.js';
import { removedFiles } from './deletion/deleted-files.js';
import { neededNames } from './deletion/needed-names.js';
import {
  addFile,
  follow,
  merge,
  newFile,
  withChangedCode,
  type Change,
  type Followed,
  type Texts,
} from './edited-code/change-file.js';
import type { ConflictPolicy } from './edited-code/conflict-policy.js';
import { renamedFiles } from './files/renamed-files.js';
import { missingGroupVersions } from './kinds/group-versions.js';

/** The changes to scaffolded files that result from a change of PROJECT. */
export interface LayoutChange {
  readonly wanted: readonly DesiredFile[];
  /** Paths of files to be removed. */
  readonly unwanted: readonly string[];
  /**
   * Changes that could not be merged into a file that the user has edited, with instructions for making them by hand;
   * and files that were kept because they were edited.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts, without conflict markers and with the user's lines, of files that get conflict markers; by path. */
  readonly resolved: Texts;
}

export interface LayoutChangeOptions {
  /** Whether files that the user has changed are also removed. */
  readonly force?: boolean;
  /** Whether declarations that the change deletes are deleted even if the user has edited them. */
  readonly deletesEdited?: boolean;
  /** Whether changes that cannot be merged into a file that the user has changed are skipped without a message. */
  readonly partial?: boolean;
  /** New paths by old ones, for files that move, including the user's own. */
  readonly moves?: ReadonlyMap<string, string>;
  /** New paths of generated files, by old ones. */
  readonly outputs?: ReadonlyMap<string, string>;
  /**
   * The files after a change of the code, by their new paths: the existing ones, and the original scaffolded versions
   * of those that the user has edited.
   */
  readonly code?: { readonly existing: Texts; readonly before: Texts };
  /** The treatment of lines that both a release and the user have changed; by default they are errors. */
  readonly conflicts?: ConflictPolicy | undefined;
}

/**
 * Determines the changes that turn the files of `before` into those of `after`. An unmodified file is replaced; a file
 * that the user has changed gets only the difference between the two merged in. Files that are the same in both are not
 * read, because they belong to the user. A moved file is removed at its old path and created at its new one, with the
 * user's changes.
 */
export function changeLayout(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  options: LayoutChangeOptions = {},
): LayoutChange {
  const { force = false, partial = false, moves = new Map<string, string>(), code = noChange, conflicts } = options;
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const others = new Map<string, string>();
  const isScaffolded = (path: string): boolean => before.has(origins.get(path) ?? path) || after.has(path);
  const state = readState(host, root);
  // A release can change every file, so a manipulated record could make it overwrite anything.
  const known = conflicts === undefined ? state : noRecord;
  const renamed = renamedFiles(before.values(), after.values());
  const outputs = Array.from(options.outputs ?? [], ([from, to]) => ({ from, to }));
  const listed = { renamed: [...renamed, ...outputs], after: [...after.keys()], isUpgrade: conflicts !== undefined };
  const change: Change = {
    ...{ host, root, before, state, known, partial, code, origins, others, isScaffolded, conflicts, renamed, listed },
    deletesEdited: options.deletesEdited ?? false,
  };
  const ids = new Set([...before.values()].map(({ id }) => id));
  const left = new Map(code.existing);
  const followed = new Map<string, Followed>();
  for (const [path, file] of after) {
    const from = origins.get(path) ?? path;
    const old = before.get(from);
    if (from === path && old?.content === file.content) continue;
    left.delete(path);
    if (old !== undefined) followed.set(path, follow(change, file, from, old));
    // A missing file that would have moved was removed by its user.
    else if (!ids.has(file.id))
      followed.set(path, conflicts === undefined ? newFile(change, file, force) : addFile(change, file));
  }
  const removed = removedBeside(change, { after, followed, left, moves, force });
  const unwanted = [...removed.unwanted, ...moves.keys()];
  for (const path of keptStorage(host, root, before, after, unwanted)) followed.delete(path);
  for (const [path, content] of [...left, ...others])
    followed.set(path, { ...followed.get(path), ...withChangedCode(change, path, content) });
  // Users who have written the new code in another way get no error.
  const written = [...textsOf(followed)].map(([path, content]) => ({ path, content }));
  for (const file of missingGroupVersions(host, root, written, after))
    if (!textsOf(followed).has(file.path)) followed.set(file.path, { wanted: [file] });
  const all = [...followed.values()];
  return {
    wanted: all.flatMap(({ wanted = [] }) => wanted),
    unwanted,
    diagnostics: [...all.flatMap(({ diagnostics = [] }) => diagnostics), ...removed.diagnostics],
    resolved: new Map(all.flatMap(({ resolved = [] }) => resolved)),
  };
}

interface Followers {
  readonly after: Layout;
  readonly followed: Map<string, Followed>;
  /** The other files whose code changes, with their texts. */
  readonly left: Texts;
  readonly moves: ReadonlyMap<string, string>;
  readonly force: boolean;
}

/** Returns the files to be removed. Declarations that other code needs are kept; they can need such files. */
function removedBeside(
  change: Change,
  { after, followed, left, moves, force }: Followers,
): ReturnType<typeof removedFiles> {
  const { host, root, before, known, others, conflicts } = change;
  const find = (): ReturnType<typeof removedFiles> =>
    removedFiles(host, root, {
      ...{ before, after, moves, known, force },
      wanted: new Map([...left, ...others, ...textsOf(followed)]),
      isUpgrade: conflicts !== undefined,
    });
  let removed = find();
  if (force) return removed;
  for (;;) {
    keepNeeded(change, after, followed, new Set(removed.unwanted), moves);
    const next = removed.unwanted.length === 0 ? removed : find();
    // A declaration that is kept never needs fewer files.
    if (next.unwanted.length >= removed.unwanted.length) return next;
    removed = next;
  }
}

function textsOf(followed: ReadonlyMap<string, Followed>): Texts {
  return new Map(
    [...followed.values()].flatMap(({ wanted = [], resolved = [] }) => [
      ...wanted.map(({ path, content }) => [path, content] as const),
      ...resolved,
    ]),
  );
}

/** Keeps declarations that the change would remove, and that other code imports. */
function keepNeeded(
  change: Change,
  after: Layout,
  followed: Map<string, Followed>,
  unwanted: ReadonlySet<string>,
  moves: ReadonlyMap<string, string>,
): void {
  const { host, root, before, origins, code } = change;
  const existingOf = (path: string): string | undefined =>
    code.existing.get(path) ?? host.read(posix.join(root, origins.get(path) ?? path));
  const wanted = textsOf(followed);
  const existing = new Map(
    [...wanted.keys()].flatMap((path): readonly (readonly [string, string])[] => {
      const text = existingOf(path);
      return text === undefined ? [] : [[path, text]];
    }),
  );
  for (const [path, names] of neededNames(host, root, { wanted, unwanted, moves }, existing)) {
    const from = origins.get(path) ?? path;
    const old = before.get(from);
    const text = existing.get(path);
    if (old !== undefined && text !== undefined)
      followed.set(path, merge(change, after.get(path)!, from, old, text, names));
  }
}

const noRecord: ScaffoldState = new Map();
const noChange = { existing: new Map<string, string>(), before: new Map<string, string>() };

/**
 * Returns the types that a change would no longer mark as the stored version because no other version is left, although
 * the file of another version stays: it still declares its version.
 * @param unwanted the paths that the change removes
 */
function keptStorage(
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

/** Returns the folder of a group, and the common part of the file names of a kind's versions. */
function kindIn(path: string): string {
  return posix.join(posix.dirname(posix.dirname(path)), posix.basename(path));
}
