import { lineEndOf, splitLines } from '../text/text.js';

/**
 * Returns a list of patterns, one per line, with the patterns of another list that it lacks. They come first, because
 * the last pattern that matches a file decides, and the user's are to decide.
 */
export function withMissingLines(existing: string, wanted: string): string {
  const mark = existing.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = existing.slice(mark.length);
  const missing = missingLines(new Set(splitLines(text).map(patternOf)), splitLines(wanted));
  if (missing.length === 0) return existing;
  const all = text === '' ? [...missing, ''] : [...missing, '', text];
  return mark + all.join(lineEndOf(text));
}

/** Returns the lines whose patterns are not there, each group of them with the comment above it. */
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

/** Returns what a line is about, whether it includes or excludes it. */
function patternOf(line: string): string {
  return line.trim().replace(/^!/, '').replace(/^\//, '').replace(/\/$/, '');
}
