import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { mergeFile, type MergeProblem } from '../merge/merge-file.js';
import { goneFiles, neededBy } from './gone-files.js';
import type { Layout, LayoutFile } from '../layout/layout.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { readState, type ScaffoldState } from '../plan/state.js';
import { sha256 } from '../io/sha256.js';

type Texts = ReadonlyMap<string, string>;

/** What a change of PROJECT asks of the scaffolded files. */
export interface LayoutChange {
  readonly wanted: readonly DesiredFile[];
  /** Paths of files that go. */
  readonly unwanted: readonly string[];
  /** What could not be merged into a file that the user has changed, with what to do by hand; and what is kept for its changes. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LayoutChangeOptions {
  /** Removes files that the user has changed, too. */
  readonly force?: boolean;
  /** Leaves out what does not fit into a file that the user has changed, without a word. */
  readonly partial?: boolean;
  /** New paths by old ones, for files that move; those of the user's among them. */
  readonly moves?: ReadonlyMap<string, string>;
  /**
   * What a change of the code makes of files, by their new paths: of those that are there, and of what we had scaffolded in
   * place of those that the user has changed.
   */
  readonly code?: { readonly existing: Texts; readonly before: Texts };
}

/**
 * What has to happen for the files of `before` to become those of `after`. A file that is still as we wrote it is replaced;
 * into one that the user has changed only the difference between the two is merged. Files that both have in the same words are
 * not looked at: they are the user's. A file that moves is one that goes and one that comes, with the user's changes.
 */
export function changeLayout(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  { force = false, partial = false, moves = new Map(), code = noChange }: LayoutChangeOptions = {},
): LayoutChange {
  const state = readState(host, root);
  const wanted: DesiredFile[] = [];
  const unwanted: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const ids = new Set([...before.values()].map(({ id }) => id));
  const left = new Map(code.existing);
  for (const [path, file] of after) {
    const from = origins.get(path) ?? path;
    const old = before.get(from);
    if (from === path && old?.content === file.content) continue;
    left.delete(path);
    const existing = host.read(posix.join(root, from));
    if (old === undefined) {
      // One that would have moved, and was not there, its user has removed.
      if (!ids.has(file.id)) wanted.push(file);
    } else if (existing === undefined && partial) continue;
    else if (existing === undefined) diagnostics.push(diagnostic('merge-target-missing', { path }));
    else if (isOurs(existing, old, state))
      wanted.push({ ...file, replaces: existing, ...(from === path ? {} : { movedFrom: from }) });
    else {
      const texts = { existing: code.existing.get(path) ?? existing, before: code.before.get(path) ?? old.content };
      const merged = mergeFile(path, { ...texts, after: file.content }, { partial });
      // A README of the user's own says nothing that has to follow.
      if (merged.kind === 'refused' && file.ownership === 'kept') continue;
      if (merged.kind === 'refused') diagnostics.push(...merged.problems.map((problem) => mergeRefusal(path, problem)));
      else {
        const { ownership, content: recordAs } = file;
        const recorded = state.has(from) ? ({ ownership, recordAs, replaces: existing } as const) : {};
        const { content } = merged;
        const inPlace = { path, content, ownership: 'merged' } as const;
        wanted.push({ ...(from === path ? inPlace : movedFile(host, root, from, path, content)), ...recorded });
      }
    }
  }
  for (const [path, content] of left) {
    const from = origins.get(path) ?? path;
    const ownership = state.get(from)?.ownership;
    // What is generated is generated anew.
    if (ownership === 'generated' || ownership === 'sample') continue;
    wanted.push(from === path ? { path, content, ownership: 'merged' } : movedFile(host, root, from, path, content));
  }
  const gone = goneFiles(host, root, before, after, moves);
  const edited = force ? [] : [...gone].filter(([path, text]) => !isOurs(text, before.get(path)!, state));
  const needed = neededBy(edited, gone);
  for (const path of gone.keys()) {
    const user = needed.get(path);
    if (user === undefined) unwanted.push(path);
    else if (before.get(path)?.ownership === 'kept') continue;
    else if (user === path) diagnostics.push(diagnostic('edited-file-kept', { path }));
    else diagnostics.push(diagnostic('file-in-use', { path, user }));
  }
  return { wanted, unwanted: [...unwanted, ...moves.keys()], diagnostics };
}

const noChange = { existing: new Map<string, string>(), before: new Map<string, string>() };

function movedFile(host: Host, root: string, from: string, path: string, content: string): DesiredFile {
  const source = posix.join(root, from);
  const executable = (host.mode(source) & 0o111) !== 0;
  // Files that are not text are copied byte for byte.
  const copyOf = content.includes('\ufffd') ? { copyOf: source } : {};
  return { path, content, ownership: 'merged', movedFrom: from, ...(executable ? { executable } : {}), ...copyOf };
}

const byHand = { add: 'add this', remove: 'remove this', replace: 'put this in its place' } as const;

function mergeRefusal(path: string, { kind, line, column = 1, where, reason, lines }: MergeProblem): Diagnostic {
  const position = line === undefined ? undefined : { file: path, line, column };
  const what = `${where === '' ? 'it' : where} ${reason}`;
  return { ...diagnostic('merge-conflict', { path, what, remedy: byHand[kind] }, position), lines };
}

/** Whether a file is as we wrote it, now or with an older version of its template. */
function isOurs(existing: string, { path, content }: LayoutFile, state: ScaffoldState): boolean {
  return existing === content || state.get(path)?.hash === sha256(existing);
}
