import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Bindings, Meaning } from '../code/bindings.js';
import { problemAt } from '../code/code-edit.js';
import type { ts } from '../../../language/compiler/compiler.js';
import { identifiersOf } from '../code/identifiers.js';
import type { NamedIn, RenameEdit, RenameEdits } from './rename-edits.js';

/** A rename applied to the texts, and the meaning of names before and after it. */
interface Renamed {
  readonly root: string;
  /** The program before the rename. */
  readonly program: ts.Program;
  readonly renames: readonly NamedIn[];
  readonly edits: RenameEdits;
  readonly before: Bindings;
  readonly after: Bindings;
}

/**
 * Returns problems for places where the meaning of code changes: a name that is already used, or shadowed by another
 * one. Every name that could be affected is resolved again, so the result does not depend on how the edits were found.
 */
export function renameProblems(renamed: Renamed): readonly Diagnostic[] {
  const { before, after, edits } = renamed;
  const problems = new Map<string, Diagnostic>();
  const moved = (meaning: Meaning): string => textOf(meaning.map(([file, at]) => [file, placeAfter(edits, file, at)]));
  for (const [path, names] of before.names) {
    const edited = edits.get(path) ?? new Map<number, RenameEdit>();
    const isGone = (at: number): boolean => [...edited.values()].some(({ start, end }) => start <= at && at < end);
    const places = [...names.keys()].flatMap((at) => {
      const edit = edited.get(at);
      if (edit !== undefined) return [{ at, now: placeAfter(edits, path, edit.start) + edit.nameOffset }];
      return isGone(at) ? [] : [{ at, now: placeAfter(edits, path, at) }];
    });
    const repeatedBefore = (before.repeated.get(path) ?? []).map((at) => placeAfter(edits, path, at));
    const repeated = new Set((after.repeated.get(path) ?? []).filter((at) => !repeatedBefore.includes(at)));
    const changed = places.filter(({ at, now }) => {
      const meaning = after.names.get(path)?.get(now);
      return meaning === undefined || textOf(meaning) !== moved(names.get(at)!) || repeated.has(now);
    });
    if (changed.length > 0) problems.set(path, clashIn(renamed, path, changed));
  }
  for (const [path, { at, meaning }] of before.exports) {
    if (problems.has(path) || textOf(after.exports.get(path)?.meaning ?? []) === moved(meaning)) continue;
    problems.set(path, clashOf(renamed, path, [at, at + 'export *'.length], renamed.renames[0]!));
  }
  return [...problems.values()];
}

/** Returns a position after the edits of its file; for two positions in one edit, the first. */
function placeAfter(edits: RenameEdits, file: string, at: number): number {
  let place = at;
  for (const { start, end, text } of edits.get(file)?.values() ?? []) {
    if (start < at) place += text.length - (end - start);
  }
  return place;
}

function textOf(meaning: Meaning): string {
  return meaning
    .map(([file, at]) => `${file}:${at}`)
    .toSorted()
    .join();
}

/**
 * Returns one problem for a file, preferably at the declaration that already has the new name, because that is what a
 * user can change.
 */
function clashIn(renamed: Renamed, path: string, changed: readonly { readonly at: number }[]): Diagnostic {
  const names = identifiersOf(renamed.program.getSourceFile(path)!);
  const taken = renamed.renames.flatMap((rename) => {
    const at = changed.find((each) => names.get(each.at)?.text === rename.newName)?.at;
    return at === undefined ? [] : [{ at, rename }];
  })[0];
  const at = taken?.at ?? changed[0]!.at;
  const text = names.get(at)?.text ?? '';
  const rename = taken?.rename ?? renamed.renames.find(({ name }) => name === text) ?? renamed.renames[0]!;
  return clashOf(renamed, path, [at, at + text.length], rename);
}

function clashOf(
  { root, program }: Renamed,
  path: string,
  range: readonly [number, number],
  { name, newName }: NamedIn,
): Diagnostic {
  return problemAt(root, program.getSourceFile(path)!, range, 'rename-conflict', { name, newName });
}
