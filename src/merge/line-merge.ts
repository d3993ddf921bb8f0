import { diffArrays } from 'diff';
import type { Merged, MergeProblem, MergeTexts } from './merged.js';
import { lineEndOf, splitLines } from './text.js';

/** Makes the change from `before` to `after` in a text of lines that somebody else has changed too. */
export function mergeLines({ existing, before, after }: MergeTexts): Merged {
  const eol = lineEndOf(existing);
  // A line keeps its end, so that a text with both kinds of them does.
  const lines = existing.split(/(?<=\n)/);
  const plain = splitLines(existing);
  if (plain.length > lines.length) lines.push('');
  const [old, wanted] = [splitLines(before), splitLines(after)];
  const places = placesOf(old, plain);
  const problems: MergeProblem[] = [];
  const edits: { readonly start: number; readonly end: number; readonly lines: readonly string[] }[] = [];
  for (const { from, to, lines: added } of hunksOf(old, wanted)) {
    const above = from === 0 ? -1 : places[from - 1];
    const below = to === old.length ? plain.length : places[to];
    const inner = places.slice(from, to);
    const start = above === undefined ? undefined : above + 1;
    const isWhole =
      start !== undefined && below === start + inner.length && inner.every((place, index) => place === start + index);
    if (isWhole) edits.push({ start, end: below, lines: added });
    else if (!isThere(plain, above, below, inner, added)) {
      const place = above ?? below ?? inner.find((each) => each !== undefined);
      const at = place === undefined ? {} : { line: Math.min(place + 1, plain.length) || 1, column: 1 };
      const reason = 'has been changed where this belongs';
      if (added.length > 0)
        problems.push({ kind: to > from ? 'replace' : 'add', ...at, where: '', reason, lines: added });
      else problems.push({ kind: 'remove', ...at, where: '', reason, lines: old.slice(from, to) });
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { kind: 'refused', problems: [first, ...others] };
  for (const { start, end, lines: added } of edits.toReversed()) {
    const isLast = end === plain.length;
    lines.splice(
      start,
      end - start,
      ...added.map((line, index) => (isLast && index === added.length - 1 ? line : line + eol)),
    );
  }
  return { kind: 'merged', content: lines.join('') };
}

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

function hunksOf(old: readonly string[], wanted: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | undefined;
  for (const { added, removed, value } of diffArrays([...old], [...wanted])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) hunks.push((open = { from: at, to: at, lines: [] }));
    if (added) open.lines.push(...value);
    else open.to = at += value.length;
  }
  return hunks;
}

/** Where each line of one text is in another. */
function placesOf(old: readonly string[], existing: readonly string[]): readonly (number | undefined)[] {
  const places: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, value } of diffArrays([...old], [...existing])) {
    if (added) at += value.length;
    else for (const _ of value) places.push(removed ? undefined : at++);
  }
  return places;
}

/** Whether the user has made the same change: the lines are there, and those to be taken out are not. */
function isThere(
  existing: readonly string[],
  above: number | undefined,
  below: number | undefined,
  inner: readonly (number | undefined)[],
  added: readonly string[],
): boolean {
  if (inner.some((place) => place !== undefined)) return false;
  if (added.length === 0) return true;
  const region = existing.slice((above ?? -1) + 1, below);
  return region.some((_, start) => added.every((line, index) => region[start + index] === line));
}
