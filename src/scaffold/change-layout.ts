import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { mergeFile, type MergeProblem } from '../merge/merge-file.js';
import type { LayoutFile } from './layout.js';
import type { DesiredFile } from './plan.js';
import { hashOf, readState, type ScaffoldState } from './state.js';

type Layout = ReadonlyMap<string, LayoutFile>;

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
}

/**
 * What has to happen for the files of `before` to become those of `after`. A file that is still as we wrote it is replaced;
 * into one that the user has changed only the difference between the two is merged. Files that both have in the same words are
 * not looked at: they are the user's.
 */
export function changeLayout(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  { force = false }: LayoutChangeOptions = {},
): LayoutChange {
  const state = readState(host, root);
  const wanted: DesiredFile[] = [];
  const unwanted: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [path, file] of after) {
    const old = before.get(path);
    if (old?.content === file.content) continue;
    const existing = host.read(posix.join(root, path));
    if (old === undefined) wanted.push(file);
    else if (existing === undefined) diagnostics.push(diagnostic('merge-without-file', { path }));
    else if (isOurs(existing, old, state)) wanted.push({ ...file, replaces: existing });
    else {
      const merged = mergeFile(path, { existing, before: old.content, after: file.content });
      if (merged.kind === 'merged') wanted.push({ path, content: merged.content, ownership: 'merged' });
      else diagnostics.push(...merged.problems.map((problem) => mergeRefusal(path, problem)));
    }
  }
  for (const [path, file] of before) {
    const existing = after.has(path) ? undefined : host.read(posix.join(root, path));
    if (existing === undefined) continue;
    if (force || isOurs(existing, file, state)) unwanted.push(path);
    else diagnostics.push(diagnostic('edited-kept', { path }));
  }
  return { wanted, unwanted, diagnostics };
}

const byHand = { add: 'add this', remove: 'remove this', replace: 'put this in its place' } as const;

function mergeRefusal(path: string, { kind, line, column = 1, where, reason, lines }: MergeProblem): Diagnostic {
  const position = line === undefined ? undefined : { file: path, line, column };
  const what = `${where === '' ? 'it' : where} ${reason}`;
  return { ...diagnostic('cannot-merge', { path, what, remedy: byHand[kind] }, position), lines };
}

/** Whether a file is as we wrote it, now or with an older version of its template. */
function isOurs(existing: string, { path, content }: LayoutFile, state: ScaffoldState): boolean {
  return existing === content || state.get(path)?.hash === hashOf(existing);
}
