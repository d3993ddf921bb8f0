import { lineEndOf, splitLines } from '../text/text.js';

/**
 * Adds the patterns of another list to a list of patterns, one per line, that lacks them. They come first, because the
 * last pattern that matches a file decides, and the user's patterns must take precedence.
 */
export function withMissingLines(existing: string, wanted: string): string {
  const mark = existing.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = existing.slice(mark.length);
  const missing = missingLines(new Set(splitLines(text).map(patternOf)), splitLines(wanted));
  if (missing.length === 0) return existing;
  const all = text === '' ? [...missing, ''] : [...missing, '', text];
  return mark + all.join(lineEndOf(text));
}

/** Returns the lines whose patterns are missing, each group with the comment above it. */
function missingLines(there: ReadonlySet<string>, wanted: readonly string[]): readonly string[] {
  const missing: string[] = [];
  let comments: string[] = [];
  let wasComment = false;
  for (const line of wanted) {
    const isComment = line.startsWith('#');
    if (isComment) comments = wasComment ? [...comments, line] : [line];
    wasComment = isComment;
    if (isComment || line === '' || there.has(patternOf(line))) continue;
    missing.push(...comments, line);
    comments = [];
  }
  return missing;
}

/** Returns the pattern of a line, whether the line includes or excludes it. */
function patternOf(line: string): string {
  return line.trim().replace(/^!/, '').replace(/^\//, '').replace(/\/$/, '');
}
