import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { mergeFile, type Merged, type MergeProblem, type MergeTexts } from '../merge/merge-file.js';
import { mergeCode } from '../refactor/merge-code.js';
import { goneFiles, neededBy } from './gone-files.js';
import type { Layout, LayoutFile } from '../layout/layout.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { readState, type ScaffoldState } from '../plan/state.js';
import { sha256 } from '../io/sha256.js';

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
  { force = false, partial = false, moves = new Map(), code = noChange }: LayoutChangeOptions = {},
): LayoutChange {
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const change = { host, root, before, state: readState(host, root), partial, code, origins };
  const ids = new Set([...before.values()].map(({ id }) => id));
  const left = new Map(code.existing);
  const followed: Followed[] = [];
  for (const [path, file] of after) {
    const from = origins.get(path) ?? path;
    const old = before.get(from);
    if (from === path && old?.content === file.content) continue;
    left.delete(path);
    if (old !== undefined) followed.push(follow(change, file, from, old));
    // One that would have moved, and was not there, its user has removed.
    else if (!ids.has(file.id)) followed.push({ wanted: file });
  }
  for (const [path, content] of left) followed.push({ wanted: withChangedCode(change, path, content) });
  const removed = removeFiles(change, after, moves, force);
  return {
    wanted: followed.flatMap(({ wanted }) => wanted ?? []),
    unwanted: [...removed.unwanted, ...moves.keys()],
    diagnostics: [...followed.flatMap(({ diagnostics = [] }) => diagnostics), ...removed.diagnostics],
  };
}

interface Change {
  readonly host: Host;
  readonly root: string;
  readonly before: Layout;
  readonly state: ScaffoldState;
  readonly partial: boolean;
  readonly code: { readonly existing: Texts; readonly before: Texts };
  /** Old paths by new ones, for files that move. */
  readonly origins: ReadonlyMap<string, string>;
}

/** The result for one file. */
interface Followed {
  readonly wanted?: DesiredFile | undefined;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Has a file follow that we have scaffolded otherwise before. @param from its path before, where it moves */
function follow(change: Change, file: LayoutFile, from: string, old: LayoutFile): Followed {
  const { host, root, state, partial } = change;
  const { path } = file;
  const existing = host.read(posix.join(root, from));
  if (existing === undefined) return partial ? {} : { diagnostics: [missing(path, old.content, file.content)] };
  if (!isOurs(existing, old, state)) return merge(change, file, from, old, existing);
  return { wanted: { ...file, replaces: existing, ...(from === path ? {} : { movedFrom: from }) } };
}

/** Reports a file that the user has removed: the rest of the command does not depend on it. */
function missing(path: string, before: string, after: string): Diagnostic {
  const old = new Set(before.split('\n'));
  const lines = after.split('\n').filter((line) => line.trim() !== '' && !old.has(line));
  if (lines.length === 0)
    return diagnostic('merge-target-missing', { path, change: 'nothing would have been added to it' });
  return {
    ...diagnostic('merge-target-missing', { path, change: 'if something else replaces it, add this there:' }),
    lines,
  };
}

/** Merges what has changed between two layouts into a file of the user's. */
function merge(
  { host, root, state, partial, code }: Change,
  { path, content: after, ownership }: LayoutFile,
  from: string,
  old: LayoutFile,
  existing: string,
): Followed {
  const texts = { existing: code.existing.get(path) ?? existing, before: code.before.get(path) ?? old.content };
  const merged = mergedText(path, { ...texts, after }, partial);
  if (merged.kind === 'refused') {
    // A README of the user's own says nothing that has to follow.
    if (ownership === 'kept') return {};
    return { diagnostics: merged.problems.map((problem) => mergeRefusal(path, problem)) };
  }
  const recorded = state.has(from) ? ({ ownership, recordAs: after, replaces: existing } as const) : {};
  return { wanted: { ...mergedFile(host, root, from, path, merged.content), ...recorded } };
}

/** Merges a change by lines or by values; into code that has other lines, by declarations. */
function mergedText(path: string, texts: MergeTexts, partial: boolean): Merged {
  const merged = mergeFile(path, texts, { partial });
  const code = merged.kind === 'refused' && path.endsWith('.ts') ? mergeCode(path, texts) : undefined;
  return code === undefined ? merged : { kind: 'merged', content: code };
}

/** A file that only a change of the code changes; undefined for one that is generated. */
function withChangedCode({ host, root, state, origins }: Change, path: string, content: string): Followed['wanted'] {
  const from = origins.get(path) ?? path;
  const ownership = state.get(from)?.ownership;
  if (ownership === 'generated' || ownership === 'sample') return undefined;
  return mergedFile(host, root, from, path, content);
}

/** The files that go, and why others stay. */
function removeFiles(
  { host, root, before, state }: Change,
  after: Layout,
  moves: ReadonlyMap<string, string>,
  force: boolean,
): Pick<LayoutChange, 'unwanted' | 'diagnostics'> {
  const gone = goneFiles(host, root, before, after, moves);
  const edited = force ? [] : [...gone].filter(([path, text]) => !isOurs(text, before.get(path)!, state));
  const needed = neededBy(edited, gone);
  const unwanted: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of gone.keys()) {
    const user = needed.get(path);
    if (user === undefined) unwanted.push(path);
    else if (before.get(path)?.ownership === 'kept') continue;
    else if (user === path) diagnostics.push(diagnostic('edited-file-kept', { path }));
    else diagnostics.push(diagnostic('file-in-use', { path, user }));
  }
  return { unwanted, diagnostics };
}

const noChange = { existing: new Map<string, string>(), before: new Map<string, string>() };

function mergedFile(host: Host, root: string, from: string, path: string, content: string): DesiredFile {
  if (from === path) return { path, content, ownership: 'merged' };
  const source = posix.join(root, from);
  const executable = (host.mode(source) & 0o111) !== 0;
  // Binary files are copied byte for byte.
  const copyOf = content.includes('\ufffd') ? { copyOf: source } : {};
  return { path, content, ownership: 'merged', movedFrom: from, ...(executable ? { executable } : {}), ...copyOf };
}

const byHand = { add: 'add this', remove: 'remove this', replace: 'put this in its place' } as const;

function mergeRefusal(path: string, { kind, line, column = 1, where, reason, lines }: MergeProblem): Diagnostic {
  const position = line === undefined ? undefined : { file: path, line, column };
  const what = `${where === '' ? 'it' : where} ${reason}`;
  return { ...diagnostic('merge-conflict', { path, what, remedy: byHand[kind] }, position), lines };
}

/** Reports whether a file is unmodified since the tool wrote it, with this or an older version of its template. */
function isOurs(existing: string, { path, content }: LayoutFile, state: ScaffoldState): boolean {
  return existing === content || state.get(path)?.hash === sha256(existing);
}
