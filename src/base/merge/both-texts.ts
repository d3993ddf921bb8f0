import { diff3Merge } from 'node-diff3';
import type { MergeTexts } from './merged.js';
import { hasMixedEnds, withoutCarriageReturns, withOwnEnds } from '../text/mixed-ends.js';
import { lineEndOf } from '../text/text.js';

/** The names of the texts in conflict markers. */
export interface ConflictLabels {
  readonly existing: string;
  readonly before: string;
  readonly after: string;
}

/** A merge by lines in which some places have both texts. */
export interface BothTexts {
  /** The text with the lines of both between conflict markers, as `git merge` writes them in its diff3 style. */
  readonly marked: string;
  /** The text with the lines of the existing text in these places. */
  readonly kept: string;
  readonly conflicts: number;
}

/** Comparing more lines can take minutes. */
const mostLines = 5_000;

/**
 * Merges by lines, and marks the places that both texts change.
 * @returns undefined if the texts are too long to be compared
 */
export function bothTexts(texts: MergeTexts, labels: ConflictLabels): BothTexts | undefined {
  const { existing, before, after } = texts;
  if (hasMixedEnds(existing)) return withOwnEndsIn(texts, (each) => bothTexts(each, labels));
  const eol = lineEndOf(existing);
  const lists = [existing, withLineEnd(before, eol), withLineEnd(after, eol)].map((text) => text.split('\n'));
  if (lists.some(({ length }) => length > mostLines)) return undefined;
  const [there, old, wanted] = lists as [string[], string[], string[]];
  const regions = diff3Merge(there, old, wanted, { excludeFalseConflicts: true });
  const end = eol === '\r\n' ? '\r' : '';
  const marked = regions.flatMap(({ ok, conflict }) =>
    conflict === undefined ? (ok ?? []) : conflictLines(conflict, labels, end),
  );
  return {
    marked: marked.join('\n'),
    kept: regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []).join('\n'),
    conflicts: regions.filter(({ conflict }) => conflict !== undefined).length,
  };
}

/** Merges into a text that has both kinds of line endings, so that every line keeps its own. */
export function withOwnEndsIn(
  texts: MergeTexts,
  merge: (texts: MergeTexts) => BothTexts | undefined,
): BothTexts | undefined {
  const own = (text: string): string => withOwnEnds(text, texts.existing);
  const both = merge({ ...texts, existing: withoutCarriageReturns(texts.existing) });
  return both && { ...both, marked: own(both.marked), kept: own(both.kept) };
}

/** Returns the lines of the user, of the previous release and of the new one between conflict markers. */
export function conflictLines(
  { a, o, b }: { readonly a: readonly string[]; readonly o: readonly string[]; readonly b: readonly string[] },
  labels: ConflictLabels,
  end: string,
): readonly string[] {
  return [
    ...[`<<<<<<< ${labels.existing}${end}`, ...a],
    ...[`||||||| ${labels.before}${end}`, ...o],
    ...[`=======${end}`, ...b],
    `>>>>>>> ${labels.after}${end}`,
  ];
}

function withLineEnd(text: string, eol: string): string {
  return eol === '\n' ? text : text.replaceAll('\n', eol);
}
