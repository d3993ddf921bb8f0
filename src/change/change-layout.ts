import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { ConflictPolicy } from './conflict-policy.js';
import { besideIt, namingOriginals, settle, takenPath } from './conflicts.js';
import { removedFiles } from './gone-files.js';
import { isImported, isKept } from './unmodified.js';
import { unresolvedConflicts } from './unresolved.js';
import { mergeEdited } from './merge-edited.js';
import { withComments, withYamlComments } from './release-comments.js';
import { takesPlaceOf } from './exported-names.js';
import { missingGroupVersions } from './group-versions.js';
import { keptStorage } from './kept-storage.js';
import { withMarkersAgain } from './kept-webhooks.js';
import { renamedFiles, withoutRemovedEntries, type RenamedFile } from './listed-files.js';
import { mergedFile } from './merged-file.js';
import { inOwnStyle } from './own-style.js';
import { missing } from './missing-file.js';
import { neededNames } from './needed-names.js';
import type { Layout, LayoutFile } from '../layout/layout.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { isRecorded, readState, type ScaffoldState } from '../plan/state.js';
import { defined } from '../model/defined.js';

type Texts = ReadonlyMap<string, string>;

/** The changes to scaffolded files that result from a change of PROJECT. */
export interface LayoutChange {
  readonly wanted: readonly DesiredFile[];
  /** Paths of files to be removed. */
  readonly unwanted: readonly string[];
  /**
   * Changes that could not be merged into a file that the user has edited, with instructions for making them by hand;
   * and files kept because of their edits.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts without conflict markers of the files that get some, by path: with the lines of the user. */
  readonly resolved?: Texts;
}

export interface LayoutChangeOptions {
  /** Whether to also remove files that the user has changed. */
  readonly force?: boolean;
  /** Whether to skip, without a message, changes that cannot be merged into a file that the user has changed. */
  readonly partial?: boolean;
  /** New paths by old ones, for files that move, including the user's own. */
  readonly moves?: ReadonlyMap<string, string>;
  /**
   * The files after a change of the code, by their new paths: the existing ones, and the original scaffolded versions
   * of those that the user has edited.
   */
  readonly code?: { readonly existing: Texts; readonly before: Texts };
  /** The treatment of lines that a release and the user have changed; by default they are errors. */
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
  { force = false, partial = false, moves = new Map(), code = noChange, conflicts }: LayoutChangeOptions = {},
): LayoutChange {
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const others = new Map<string, string>();
  const isScaffolded = (path: string): boolean => before.has(origins.get(path) ?? path) || after.has(path);
  const state = readState(host, root);
  // A release can change every file, so that a prepared record could have it overwrite anything.
  const known = conflicts === undefined ? state : noRecord;
  const renamed = renamedFiles(before.values(), after.values());
  const change = { host, root, before, state, known, partial, code, origins, others, isScaffolded, conflicts, renamed };
  const ids = new Set([...before.values()].map(({ id }) => id));
  const left = new Map(code.existing);
  const followed = new Map<string, Followed>();
  for (const [path, file] of after) {
    const from = origins.get(path) ?? path;
    const old = before.get(from);
    if (from === path && old?.content === file.content) continue;
    left.delete(path);
    if (old !== undefined) followed.set(path, follow(change, file, from, old));
    // One that would have moved, and was not there, its user has removed.
    else if (!ids.has(file.id))
      followed.set(path, conflicts === undefined ? newFile(change, file, force) : addFile(change, file));
  }
  const removed = removedBeside(change, { after, followed, left, moves, force });
  const unwanted = [...removed.unwanted, ...moves.keys()];
  for (const path of keptStorage(host, root, before, after, unwanted)) followed.delete(path);
  for (const [path, content] of [...left, ...others])
    followed.set(path, { ...followed.get(path), ...withChangedCode(change, path, content) });
  // A user who has written it in another way is not blocked by new code.
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
  /** The other texts after a change of the code. */
  readonly left: Texts;
  readonly moves: ReadonlyMap<string, string>;
  readonly force: boolean;
}

/** Returns the files that go, and keeps declarations that others need, which can need files that would go. */
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
    // A declaration that stays never needs fewer files.
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

interface Change {
  readonly host: Host;
  readonly root: string;
  readonly before: Layout;
  readonly state: ScaffoldState;
  /** The record, as far as it tells which files are unmodified. */
  readonly known: ScaffoldState;
  readonly partial: boolean;
  readonly code: { readonly existing: Texts; readonly before: Texts };
  /** New texts of files that are not scaffolded, with code that the user has moved there. */
  readonly others: Map<string, string>;
  /** Old paths by new ones, for files that move. */
  readonly origins: ReadonlyMap<string, string>;
  readonly isScaffolded: (path: string) => boolean;
  readonly conflicts: ConflictPolicy | undefined;
  readonly renamed: readonly RenamedFile[];
}

/** The result for one file. */
interface Followed extends Partial<Pick<LayoutChange, 'wanted' | 'diagnostics'>> {
  readonly resolved?: readonly (readonly [path: string, text: string])[];
}

/** Has a file follow that we have scaffolded otherwise before. @param from its path before, where it moves */
function follow(change: Change, file: LayoutFile, from: string, old: LayoutFile): Followed {
  const { host, root, state, partial, conflicts } = change;
  const { path } = file;
  const existing = host.read(posix.join(root, from));
  if (existing === undefined) return partial ? {} : { diagnostics: missing(path, old.content, file.content) };
  // A release that changes the example in the template does not concern imported types.
  const isExample = conflicts !== undefined && from === path && path.endsWith('.types.ts');
  if (isExample && isImported(old, state)) return {};
  // Imported and adopted files are recorded, too, and are none of a template.
  if (existing !== old.content) return merge(change, file, from, old, existing);
  const { movedFrom, executable } = mergedFile(host, root, from, path, file.content);
  return { wanted: [{ ...file, replaces: existing, ...defined({ movedFrom, executable }) }] };
}

/** Adds a file; with one of the user's in its place, such as one that a command has kept, that is used. */
function newFile({ host, root, state }: Change, file: LayoutFile, force: boolean): Followed {
  const existing = force ? undefined : host.read(posix.join(root, file.path));
  if (existing === undefined || !(isKept(file, state) || takesPlaceOf(file.path, existing, file.content)))
    return { wanted: [file] };
  const content = withMarkersAgain(file, existing);
  const changed = content === existing ? {} : ({ ownership: 'merged' } as const);
  return { wanted: [{ ...file, content, recordAs: file.content, replaces: existing, ...changed }] };
}

/** Adds a file that a release has, unless the user already has one there. */
function addFile(change: Change, file: LayoutFile): Followed {
  const { host, root, conflicts } = change;
  const existing = host.read(posix.join(root, file.path));
  if (existing === undefined || existing === file.content) return { wanted: [file] };
  const { originals, diagnostics } = takenPath(file, conflicts!);
  const beside = originals.map((each) => besideIt(change, each));
  return { wanted: beside, diagnostics: namingOriginals(diagnostics, file.path, beside) };
}

/** Merges what has changed between two layouts into a file of the user's. */
function merge(
  change: Change,
  file: LayoutFile,
  from: string,
  old: LayoutFile,
  existing: string,
  needed?: ReadonlySet<string>,
): Followed {
  const { host, root, state, partial, code, origins, others, isScaffolded, conflicts } = change;
  const { path, content: after, ownership } = file;
  const whole = {
    existing: others.get(path) ?? code.existing.get(path) ?? existing,
    before: code.before.get(path) ?? old.content,
    after,
  };
  const unresolved = unresolvedConflicts(path, whole.existing);
  if (unresolved.length > 0) return partial ? {} : { diagnostics: unresolved };
  const texts = inOwnStyle(path, withoutRemovedEntries({ from, to: path }, whole, change.renamed));
  const read = (each: string): string | undefined =>
    isScaffolded(each)
      ? undefined
      : (others.get(each) ?? code.existing.get(each) ?? host.read(posix.join(root, origins.get(each) ?? each)));
  const isMoved = (one: string, other: string): boolean => origins.get(other) === one;
  const known = state.get(from);
  const isEdited = known === undefined || !isRecorded(known, existing);
  const write = (content: string): DesiredFile => ({
    ...mergedFile(host, root, from, path, content),
    ...(known !== undefined ? { ownership, recordAs: isEdited ? after : content, replaces: existing } : {}),
  });
  const merged = mergeEdited(path, texts, { partial, read, needed, release: conflicts?.to, isMoved });
  if (conflicts !== undefined && merged.diagnostics.length > 0) {
    const { content, resolved, originals, diagnostics } = settle(file, texts, merged, conflicts);
    const beside = originals.map((each) => besideIt(change, each));
    const wanted = [write(content), ...beside];
    const named = namingOriginals(diagnostics, path, beside);
    return { wanted, diagnostics: named, ...(resolved === undefined ? {} : { resolved: [[path, resolved]] }) };
  }
  // A README of the user's own says nothing that has to follow.
  if (ownership === 'kept' && merged.diagnostics.length > 0) return {};
  for (const [other, text] of merged.others) others.set(other, text);
  if (conflicts !== undefined) {
    const { content, diagnostics } = withComments(path, texts, merged.content, conflicts);
    return { wanted: [write(content)], diagnostics: [...diagnostics, ...(merged.notes ?? [])] };
  }
  const content = withYamlComments(path, texts, merged.content);
  return { wanted: [write(content)], diagnostics: partial ? [] : merged.diagnostics };
}

/** A file that only a change of the code changes, unless it is generated. */
function withChangedCode({ host, root, state, origins }: Change, path: string, content: string): Followed {
  const from = origins.get(path) ?? path;
  const ownership = state.get(from)?.ownership;
  if (ownership === 'generated' || ownership === 'sample') return {};
  return { wanted: [mergedFile(host, root, from, path, content)] };
}

const noRecord: ScaffoldState = new Map();
const noChange = { existing: new Map<string, string>(), before: new Map<string, string>() };
