import { diffArrays } from 'diff';
import type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';
import { lineEndOf, splitLines } from '../text/text.js';

/** Applies the change from `before` to `after` to the lines of a text that someone else has also changed. */
export function mergeLines(texts: MergeTexts, { partial = false }: MergeOptions = {}): Merged {
  const { existing, before, after } = withoutLastLineEnd(texts);
  const [there, old, wanted] = [splitLines(existing), splitLines(before), splitLines(after)];
  const places = placesOf(old, there);
  const placesOfWanted = placesOf(wanted, there);
  if (places === undefined || placesOfWanted === undefined) return notCompared(texts.existing, old, wanted, partial);
  if (hasMade(there, old, wanted, places, placesOfWanted)) return { kind: 'merged', content: texts.existing };
  const eol = lineEndOf(existing);
  // What precedes each line: files can have mixed line endings, and none after the last line.
  const ends = ['', ...Array.from(existing.matchAll(/\r?\n/g), ([end]) => end)];
  const result = there.map((line, index) => ({ line, end: ends[index]! }));
  const problems: MergeProblem[] = [];
  for (const hunk of hunksOf(old, wanted).toReversed()) {
    const spot = spotOf(hunk, places, there.length);
    if (spot.isWhole)
      result.splice(spot.start, spot.end - spot.start, ...hunk.lines.map((line) => ({ line, end: eol })));
    else if (partial) {
      for (const [index, line] of replacedLines(hunk)) {
        const place = places[index];
        if (place !== undefined) result[place] = { ...result[place]!, line };
      }
    } else if (!isThere(hunk, spot, there, places)) problems.unshift(problemOf(hunk, spot, old));
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { kind: 'refused', problems: [first, ...others] };
  const content = result.map(({ line, end }, index) => (index === 0 ? line : (end || eol) + line)).join('');
  return { kind: 'merged', content: content + texts.existing.slice(existing.length) };
}

/** Handles a text with too many different lines to compare: it stays unchanged, and the change is reported. */
function notCompared(content: string, old: readonly string[], wanted: readonly string[], partial: boolean): Merged {
  const at = { where: '', reason: 'has too many changed lines to compare' };
  const [first, ...others] = hunksOf(old, wanted).map((hunk) => ({ ...changeOf(hunk, old), ...at }));
  if (first === undefined || partial) return { kind: 'merged', content };
  return { kind: 'refused', problems: [first, ...others] };
}

type Places = readonly (number | undefined)[];

/**
 * Reports whether the user's text already contains the change: it is closer to the new text than to the old one, and
 * has all new lines.
 */
function hasMade(
  there: readonly string[],
  old: readonly string[],
  wanted: readonly string[],
  oldPlaces: Places,
  places: Places,
): boolean {
  const shared = (all: Places): number => all.filter((place) => place !== undefined).length;
  const isNearer = wanted.length - 2 * shared(places) < old.length - 2 * shared(oldPlaces);
  return isNearer && hunksOf(wanted, old).every((hunk) => spotOf(hunk, places, there.length).isWhole);
}

/** Removes the final line ending if our texts have one, because that of the user's text is kept. */
function withoutLastLineEnd({ existing, before, after }: MergeTexts): MergeTexts {
  if (!before.endsWith('\n') || !after.endsWith('\n')) return { existing, before, after };
  return { existing: existing.replace(/\r?\n$/, ''), before: before.slice(0, -1), after: after.slice(0, -1) };
}

/** Lines of one text, and the lines that replace them in another. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

export function hunksOf(old: readonly string[], wanted: readonly string[]): readonly Hunk[] {
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

/** Returns the lines of a hunk that only replaces lines, each with its replacement. */
function replacedLines({ from, to, lines }: Hunk): readonly (readonly [index: number, line: string])[] {
  return lines.length === to - from ? lines.map((line, index) => [from + index, line]) : [];
}

// In steps of the comparison, each of which takes about 0.3 µs.
const mostSteps = 2_000_000;

/** Maps each line of one of our texts to its place in the user's text; undefined if too many lines differ. */
function placesOf(old: readonly string[], there: readonly string[]): Places | undefined {
  // An edit takes as many steps as the shorter text has lines.
  const maxEditLength = Math.ceil(mostSteps / Math.min(old.length, there.length));
  const changes = diffArrays([...old], [...there], { maxEditLength });
  if (changes === undefined) return placesAround(old, there);
  const places: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, value } of changes) {
    if (added) at += value.length;
    else for (const _ of value) places.push(removed ? undefined : at++);
  }
  return places;
}

/** Maps the lines of a text into which many lines were inserted in one place; undefined if there are other changes. */
function placesAround(old: readonly string[], there: readonly string[]): Places | undefined {
  const more = there.length - old.length;
  if (more < 0) return undefined;
  const differs = old.findIndex((line, index) => line !== there[index]);
  const same = differs < 0 ? old.length : differs;
  const isRestSame = old.every((line, index) => index < same || line === there[index + more]);
  return isRestSame ? old.map((_, index) => (index < same ? index : index + more)) : undefined;
}

/** The lines of the user's text between those around a hunk. */
interface Spot {
  readonly start: number;
  readonly end: number;
  /** Whether these are exactly the lines of the hunk. */
  readonly isWhole: boolean;
}

function spotOf({ from, to }: Hunk, places: Places, length: number): Spot {
  const above = places.slice(0, from).findLastIndex((place) => place !== undefined);
  const below = places.findIndex((place, index) => index >= to && place !== undefined);
  const start = above < 0 ? 0 : places[above]! + 1;
  const end = below < 0 ? length : places[below]!;
  const isBetween = above === from - 1 && (below < 0 ? to === places.length : below === to);
  const isWhole = end - start === to - from && places.slice(from, to).every((place, index) => place === start + index);
  return { start, end, isWhole: isBetween && isWhole };
}

/** Reports whether the user has made the same change: the new lines exist, and the removed ones do not. */
function isThere(hunk: Hunk, spot: Spot, there: readonly string[], places: Places): boolean {
  if (places.slice(hunk.from, hunk.to).some((place) => place !== undefined)) return false;
  if (hunk.lines.length === 0) return true;
  const region = there.slice(spot.start, spot.end);
  return region.some((_, start) => hunk.lines.every((line, index) => region[start + index] === line));
}

function problemOf(hunk: Hunk, spot: Spot, old: readonly string[]): MergeProblem {
  const at = { line: spot.start + 1, column: 1, where: '', reason: 'was changed at the place of this change' };
  return { ...changeOf(hunk, old), ...at };
}

function changeOf({ from, to, lines }: Hunk, old: readonly string[]): Pick<MergeProblem, 'kind' | 'lines'> {
  if (lines.length === 0) return { kind: 'remove', lines: old.slice(from, to) };
  return { kind: to > from ? 'replace' : 'add', lines };
}
