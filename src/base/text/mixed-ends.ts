import { diffArrays } from 'diff';
import { usualLineEnd, splitLines } from './text.js';

/** Reports whether a text has both kinds of line endings: its lines are then compared without their endings. */
export function hasMixedEnds(text: string): boolean {
  return text.includes('\r\n') && /(?<!\r)\n/.test(text);
}

export function withoutCarriageReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

// Comparing more different lines takes too long.
const mostChanges = 2_000;

/**
 * Gives the lines of a text the endings that they had before a change. A changed line gets the ending of the line that
 * it replaces, and a new line gets that of most lines.
 * @param text the text after the change, with LF
 */
export function withOwnEnds(text: string, existing: string): string {
  const [old, wanted] = [splitLines(existing), splitLines(text)];
  const ends = Array.from(existing.matchAll(/\r?\n/g), ([end]) => end);
  const result: string[] = [];
  let from = 0;
  let replaced: string[] = [];
  for (const { added, removed, value } of diffArrays(old, wanted, { maxEditLength: mostChanges }) ?? []) {
    if (removed) replaced = ends.slice(from, from + value.length);
    else if (added) result.push(...value.map((_, index) => replaced[index] ?? ''));
    else result.push(...ends.slice(from, from + value.length));
    if (!added) from += value.length;
    if (!removed) replaced = [];
  }
  const usual = usualLineEnd(existing);
  return wanted.map((line, index) => (index === wanted.length - 1 ? line : line + (result[index] || usual))).join('');
}
