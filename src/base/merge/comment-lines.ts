import { hunksOf, mergeLines } from './line-merge.js';
import type { MergeTexts } from './merged.js';
import { splitLines } from '../text/text.js';

/** Comparing more of them takes too long. */
const mostHunks = 100;

/**
 * Applies the changes of comments one by one, where their place is found, to a text with which everything else is
 * already merged.
 * @param content the text after the merge
 * @param isComment reports whether a line can be one of a comment
 * @param isSame reports whether two texts differ in nothing but comments and formatting
 */
export function mergeCommentLines(
  { before, after }: Pick<MergeTexts, 'before' | 'after'>,
  content: string,
  isComment: (line: string) => boolean,
  isSame: (one: string, other: string) => boolean,
): string {
  const [old, wanted] = [splitLines(before), splitLines(after)];
  const hunks = hunksOf(old, wanted);
  if (hunks.length > mostHunks) return content;
  let text = content;
  let shift = 0;
  for (const { from, to, lines } of hunks) {
    const first = from + shift;
    shift += lines.length - (to - from);
    const [gone, added] = [old.slice(from, to).filter(isComment), lines.filter(isComment)];
    if (gone.join('\n') === added.join('\n')) continue;
    // What the merge has changed is already there, so only the comments are missing.
    const ours = lines.findIndex(isComment);
    const place = ours >= 0 ? ours : Math.max(0, old.slice(from, to).findIndex(isComment));
    const code = (part: readonly string[]): readonly string[] => part.filter((line) => !isComment(line));
    const without = [...code(lines.slice(0, place)), ...gone, ...code(lines.slice(place))];
    const then = [...wanted.slice(0, first), ...without, ...wanted.slice(first + lines.length)].join('\n');
    const merged = mergeLines({ existing: text, before: then, after: wanted.join('\n') });
    if (merged.kind === 'merged' && isSame(merged.content, text)) text = merged.content;
  }
  return text;
}
