import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { LayoutFile } from '../layout/layout.js';
import { mergeEdited } from './merge-edited.js';
import { inOwnStyle } from './own-style.js';

/** A change of scaffolded code that its user has put into a file with other scaffolded code. */
export interface CodePart {
  /** The path of the file before the change. */
  readonly path: string;
  readonly before: string;
  /** The code after the change; empty if it goes. */
  readonly after: string;
}

type Files = readonly LayoutFile[];

/**
 * Returns the scaffolded files before and after a change with one for each path: the one that is scaffolded there, if it
 * stays. The others are parts of it.
 * @param scaffolded the files before, at the paths at which they are scaffolded
 */
export function withoutParts(
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
    if (owner === undefined || files.length === 1) continue;
    for (const { id, content } of files) {
      if (id === owner.id) continue;
      shared.add(id);
      parts.push({ path, before: content, after: fresh.get(id)?.content ?? '' });
    }
  }
  const isWhole = ({ id }: LayoutFile): boolean => !shared.has(id);
  return [before.filter(isWhole), after.filter(isWhole), parts];
}

/** The files of a project, by their paths before a change and after it. */
interface ChangedFiles {
  readonly host: Host;
  readonly root: string;
  readonly moves: ReadonlyMap<string, string>;
  /** The code after other changes, by its new paths. */
  readonly existing: ReadonlyMap<string, string>;
}

/** Merges changed parts into the files in which they are. @returns the code after all changes, by its new paths */
export function mergeParts(
  { host, root, moves, existing }: ChangedFiles,
  parts: readonly CodePart[],
  partial: boolean,
): { readonly existing: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] } {
  const texts = new Map(existing);
  const diagnostics: Diagnostic[] = [];
  for (const { path: from, before, after } of parts) {
    const path = moves.get(from) ?? from;
    const text = texts.get(path) ?? host.read(posix.join(root, from));
    if (text === undefined || before === after) continue;
    const changed = inOwnStyle(path, { existing: text, before, after });
    const merged = mergeEdited(path, changed, { partial, read: () => undefined });
    texts.set(path, merged.content);
    diagnostics.push(...(partial ? [] : merged.diagnostics));
  }
  return { existing: texts, diagnostics };
}
