import { posix } from 'node:path';
import { listCode } from '../../../language/analyze/sources.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import type { Layout, LayoutFile } from '../../../project/layout/layout.js';
import { changeLayout, type LayoutChange, type LayoutChangeOptions } from '../change-layout.js';
import { exportedNames } from './exported-names.js';
import { mergeEdited } from './merge-edited.js';
import { hasOwnTests } from '../files/moved-tests.js';
import { neededNames } from '../deletion/needed-names.js';
import { inOwnStyle } from './user-style.js';
import { wordsIn } from './code-words.js';

/** A change of scaffolded code that its user has moved into a file with other scaffolded code. */
export interface CodePart {
  /** The path of the file before the change. */
  readonly path: string;
  readonly before: string;
  /** The code after the change; empty if it is removed. */
  readonly after: string;
}

type Files = readonly LayoutFile[];

/**
 * Returns the scaffolded files before and after a change, with one file for each path: the one that is scaffolded
 * there, if it is kept. The others are parts of it. Code that is removed from a file with the user's code counts as a
 * part of that file.
 * @param scaffolded the files before, at the paths at which they are scaffolded
 */
export function withoutParts(
  host: Host,
  root: string,
  scaffolded: Files,
  [before, after]: readonly [Files, Files],
): readonly [before: Files, after: Files, parts: readonly CodePart[]] {
  const fresh = new Map(after.map((file) => [file.id, file]));
  const own = new Map(scaffolded.map(({ id, path }) => [path, id]));
  const byPath = new Map<string, LayoutFile[]>();
  for (const file of before) byPath.set(file.path, [...(byPath.get(file.path) ?? []), file]);
  const shared = new Set<string>();
  const parts: CodePart[] = [];
  for (const [path, files] of byPath) {
    const staying = files.filter(({ id }) => fresh.has(id));
    const owner = staying.find(({ id }) => id === own.get(path)) ?? staying[0];
    if (owner === undefined ? own.has(path) : files.length === 1) continue;
    const text = owner === undefined ? (host.read(posix.join(root, path)) ?? '') : undefined;
    if (text !== undefined && !hasOwnCode(host, root, { path, text }, files)) continue;
    for (const { id, content } of files) {
      if (id === owner?.id) continue;
      shared.add(id);
      // If tests and set-ups of other kinds import removed code, that is reported.
      if (text !== undefined && (path.endsWith('.test.ts') || !hasSetUps(text, content))) continue;
      parts.push({ path, before: content, after: fresh.get(id)?.content ?? '' });
    }
  }
  const isWhole = ({ id }: LayoutFile): boolean => !shared.has(id);
  return [before.filter(isWhole), after.filter(isWhole), parts];
}

/** Reports whether a file to which the user has moved scaffolded code has tests of the user, or code that other files use. */
function hasOwnCode(
  host: Host,
  root: string,
  { path, text }: { readonly path: string; readonly text: string },
  files: Files,
): boolean {
  const contents = files.map(({ content }) => content);
  if (path.endsWith('.test.ts')) return hasOwnTests(text, contents);
  const scaffolded = new Set(contents.flatMap(exportedNames));
  const own = new Set(exportedNames(text).filter((name) => !scaffolded.has(name)));
  if (own.size === 0) return false;
  const others = listCode(host, root).filter((each) => posix.relative(root, each.path) !== path);
  return others.some((each) => wordsIn(each.text).some((word) => own.has(word)));
}

/** Reports whether code exports the functions of scaffolded code that register something with the manager. */
function hasSetUps(text: string, content: string): boolean {
  const there = new Set(exportedNames(text));
  return exportedNames(content).every((name) => !/^setup[A-Z]/.test(name) || there.has(name));
}

/** The scaffolded files before and after a change. */
interface Layouts {
  readonly before: Layout;
  readonly after: Layout;
  readonly parts: readonly CodePart[];
}

type Texts = ReadonlyMap<string, string>;

/**
 * Determines the changes of scaffolded files and of parts of other files. Declarations of parts that other code imports
 * are kept, unless the change is forced.
 */
export function changeWithParts(
  host: Host,
  root: string,
  { before, after, parts }: Layouts,
  options: LayoutChangeOptions & Required<Pick<LayoutChangeOptions, 'code' | 'moves' | 'force'>>,
): LayoutChange {
  const { moves, code, force } = options;
  const existing = new Map(code.existing);
  const changed = parts.filter((each) => each.before !== each.after);
  for (const { path: from } of changed) {
    const path = moves.get(from) ?? from;
    const text = existing.get(path) ?? host.read(posix.join(root, from));
    if (text !== undefined) existing.set(path, text);
  }
  const changeAll = (needed: ReadonlyMap<string, ReadonlySet<string>>): LayoutChange => {
    const merged = mergeParts(existing, changed, options, needed);
    const change = changeLayout(host, root, before, after, { ...options, code: { ...code, existing: merged.texts } });
    return { ...change, diagnostics: [...merged.diagnostics, ...change.diagnostics] };
  };
  const change = changeAll(new Map());
  if (force || changed.length === 0) return change;
  const wanted = new Map(change.wanted.map(({ path, content }) => [path, content]));
  const paths = new Set(changed.map(({ path }) => moves.get(path) ?? path));
  const old = new Map([...existing].filter(([path]) => paths.has(path)));
  const needed = neededNames(host, root, { wanted, unwanted: new Set(change.unwanted), moves }, old);
  return needed.size === 0 ? change : changeAll(needed);
}

/** Merges changed parts into the files that contain them. @param existing the texts of these files, by their new paths */
function mergeParts(
  existing: Texts,
  parts: readonly CodePart[],
  { moves, partial = false, deletesEdited: isForced }: LayoutChangeOptions,
  needed: ReadonlyMap<string, ReadonlySet<string>>,
): { readonly texts: Texts; readonly diagnostics: readonly Diagnostic[] } {
  const texts = new Map(existing);
  const diagnostics: Diagnostic[] = [];
  for (const { path: from, before, after } of parts) {
    const path = moves?.get(from) ?? from;
    const text = texts.get(path);
    if (text === undefined) continue;
    const changed = inOwnStyle(path, { existing: text, before, after });
    const options = { partial, needed: needed.get(path), isForced, read: () => undefined };
    const merged = mergeEdited(path, changed, options);
    texts.set(path, merged.content);
    diagnostics.push(...(partial ? [] : merged.diagnostics));
  }
  return { texts, diagnostics };
}
