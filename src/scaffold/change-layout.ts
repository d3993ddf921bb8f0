import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { importedFiles } from '../ts/imports.js';
import { mergeFile, type MergeProblem } from '../merge/merge-file.js';
import type { Layout, LayoutFile } from './layout.js';
import type { DesiredFile } from './plan.js';
import { hashOf, readState, type ScaffoldState } from './state.js';

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
  const gone = goneFiles(host, root, before, after);
  const edited = force ? [] : [...gone].filter(([path, text]) => !isOurs(text, before.get(path)!, state));
  const needed = neededBy(edited, gone);
  for (const path of gone.keys()) {
    const user = needed.get(path);
    if (user === undefined) unwanted.push(path);
    else if (user === path) diagnostics.push(diagnostic('edited-kept', { path }));
    else diagnostics.push(diagnostic('needed-kept', { path, user }));
  }
  return { wanted, unwanted, diagnostics };
}

/** The files that stand where nothing is scaffolded any more, and their texts. */
function goneFiles(host: Host, root: string, before: Layout, after: Layout): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const path of before.keys()) {
    const text = after.has(path) ? undefined : host.read(posix.join(root, path));
    if (text !== undefined) gone.set(path, text);
  }
  return gone;
}

/** Files that were edited, and those that their code imports, and so on, by the file for whose sake each is kept. */
function neededBy(
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
