/** A block tag of a doc comment: `@name text`. Offsets count from the start of the file. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface DocComment {
  /** The text before the first tag, as the API server will show it; empty where there is none. */
  readonly description: string;
  readonly tags: readonly DocTag[];
}

const fence = /^\s*(```|~~~)/;
const noComment: DocComment = { description: '', tags: [] };

/**
 * Reads a `/** ... *\/` comment. We read it ourselves because the compiler takes some of our tags (`@enum`, `@type`) for
 * JSDoc's own, with another grammar.
 * @param text the comment, delimiters included
 * @param offset where it starts in its file
 */
export function parseDocComment(text: string, offset: number): DocComment {
  if (!text.startsWith('/**')) return noComment;
  const description: string[] = [];
  const tags: { name: string; lines: string[]; start: number; end: number }[] = [];
  const all = [...commentLines(text, offset)];
  let fences = all.filter((line) => fence.test(line.text)).length;
  let fenced = false;
  for (const line of all) {
    const tag = fenced ? undefined : /^@([A-Za-z][\w-]*)\s*/.exec(line.text);
    const current = tags.at(-1);
    if (tag) {
      tags.push({
        name: tag[1]!,
        lines: [line.text.slice(tag[0].length)],
        start: line.offset,
        end: line.offset + line.text.trimEnd().length,
      });
    } else if (current) {
      current.lines.push(line.text);
    } else {
      description.push(line.text);
    }
    if (!fence.test(line.text)) continue;
    fences -= 1;
    // A fence that is never closed hides no marker.
    fenced = !fenced && fences > 0;
  }
  return {
    description: cleanDescription(description),
    tags: tags.map(({ name, lines, start, end }) => ({ name, text: lines.join('\n').trim(), start, end })),
  };
}

/** The lines of a comment without its delimiters and without the leading ` * ` of each. */
function* commentLines(text: string, offset: number): Generator<{ text: string; offset: number }> {
  let at = 0;
  const body = text.endsWith('*/') ? text.slice(0, -2) : text;
  for (const raw of body.split('\n')) {
    const lead = at === 0 ? /^\/\*\*[ \t]?/ : /^[ \t]*\*?[ \t]?/;
    const skipped = lead.exec(raw)![0].length;
    yield { text: raw.slice(skipped).trimEnd(), offset: offset + at + skipped };
    at += raw.length + 1;
  }
}

/**
 * The rules of controller-gen: a line that starts with `TODO` is left out, and from a line that starts with `---` on
 * everything is; inside a code fence neither holds. Blank lines within the text are kept.
 */
function cleanDescription(lines: readonly string[]): string {
  const kept: string[] = [];
  let fenced = false;
  for (const line of lines) {
    if (fence.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith('---')) break;
    if (!fenced && line.startsWith('TODO')) continue;
    kept.push(line);
  }
  // As TSDoc escapes what would end the comment or begin a tag: https://tsdoc.org/pages/tags/
  return kept
    .join('\n')
    .replaceAll('*\\/', '*/')
    .replaceAll(/^(\s*)\\@/gm, '$1@')
    .trim();
}
