import { goMarkerIn } from '../markers/go-counterparts.js';

/** A block tag of a doc comment: `@name text`. Offsets count from the start of the file. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it follows text on the same line, which may only mention it. */
  readonly inText: boolean;
}

export interface DocComment {
  /** The text before the first tag, as the API server displays it; empty if there is none. */
  readonly description: string;
  readonly tags: readonly DocTag[];
}

type Test = (name: string) => boolean;

const fence = /^\s*(```|~~~)/;
const noComment: DocComment = { description: '', tags: [] };

/**
 * Parses a `/** ... *\/` comment. The compiler's own parser is not used because it reads some of our tags (`@enum`,
 * `@type`) as those of JSDoc, with a different grammar.
 * @param text the comment including its delimiters
 * @param offset where the comment starts in its file
 * @param isMarker whether a tag is a marker, which can also follow other text, because the compiler accepts it there
 * too
 * @param isNearMiss whether a tag is almost a marker, which does not count as text of the description in places where a
 * marker would not
 */
export function parseDocComment(
  text: string,
  offset: number,
  isMarker: Test,
  isNearMiss: Test = () => false,
): DocComment {
  if (!text.startsWith('/**')) return noComment;
  const description: string[] = [];
  const tags: (Omit<DocTag, 'text'> & { readonly lines: string[] })[] = [];
  const all = [...commentLines(text, offset)];
  let fences = all.filter((line) => fence.test(line.text)).length;
  let fenced = false;
  for (const line of all) {
    if (!fenced && isGoMarker(line.text)) continue;
    const inMarker = tags.length > 0 && isMarker(tags.at(-1)!.name);
    const parts = fenced ? [line] : cutBeforeMarkers(line, isMarker, isNearMiss, inMarker);
    for (const [index, part] of parts.entries()) {
      const tag = fenced ? undefined : /^@([A-Za-z][\w-]*)\s*/.exec(part.text);
      const current = tags.at(-1);
      if (tag) {
        tags.push({
          name: tag[1]!,
          lines: [part.text.slice(tag[0].length)],
          start: part.offset,
          end: part.offset + part.text.trimEnd().length,
          inText: index === 1 && parts[0]!.text !== '' && !isOfMarker(parts[0]!.text, isMarker, inMarker),
        });
      } else if (current) {
        current.lines.push(part.text);
      } else {
        description.push(part.text);
      }
    }
    if (!fence.test(line.text)) continue;
    fences -= 1;
    // An unclosed fence hides no markers.
    fenced = !fenced && fences > 0;
  }
  return {
    description: cleanDescription(description),
    tags: tags.map(({ lines, ...tag }) => ({ ...tag, text: lines.join('\n').trim() })),
  };
}

/**
 * Reports whether a line is a Go marker, which belongs neither to the description nor to the tag above it. A warning
 * reports it.
 */
function isGoMarker(text: string): boolean {
  return /^ {0,3}\+/.test(text) && goMarkerIn(text) !== undefined;
}

interface Line {
  readonly text: string;
  readonly offset: number;
}

/**
 * Splits a line so that each part but the first starts with a marker. Markers in quotations and ordinary words do not
 * count.
 */
function cutBeforeMarkers(line: Line, isMarker: Test, isNearMiss: Test, inMarker: boolean): readonly Line[] {
  // Four spaces make a line a code example, as in Markdown.
  if (/^( {4}|\t)/.test(line.text)) return [line];
  // An apostrophe in prose does not start a quotation.
  const quotes = isOfMarker(line.text, isMarker, inMarker) ? '`\'"' : '`';
  const [first] = tagsIn(maskQuotations(line.text, quotes), isMarker, isNearMiss);
  if (first === undefined) return [line];
  // Everything after a marker belongs to it, up to the next one.
  const after = maskQuotations(line.text.slice(first), '`\'"');
  const others = tagsIn(after, isMarker, isNearMiss).map((at) => first + at);
  const starts = [0, first, ...others];
  return starts.map((start, index) => ({
    text: line.text.slice(start, starts[index + 1]).trimEnd(),
    offset: line.offset + start,
  }));
}

/** Reports whether the beginning of a line belongs to a marker, in whose arguments quotes start quotations. */
function isOfMarker(text: string, isMarker: Test, inMarker: boolean): boolean {
  const name = /^@([\w-]+)/.exec(text)?.[1];
  return name === undefined ? inMarker : isMarker(name);
}

/** Returns the offsets of the markers that follow white space, and of what is almost one. */
function tagsIn(text: string, isMarker: Test, isNearMiss: Test): readonly number[] {
  const outside = text.replaceAll(/\{@[^{}]*\}/g, (inline) => '-'.repeat(inline.length));
  return [...outside.matchAll(/(?<=\s)@(([A-Za-z]\w*)(?:-[\w-]*)?)/g)]
    .filter(({ 0: whole, 1: all = '', 2: name = '', index }) => {
      const end = index + whole.length;
      return isMarker(name) || (mayBeMarker(all, outside.slice(end, end + 3)) && isNearMiss(all));
    })
    .map(({ index }) => index);
}

/**
 * Reports whether a word in a text may be a misspelled marker, from the characters after it. An npm scope and an
 * address continue, and a word that begins with a capital is a decorator that the text mentions, unless an argument of
 * a tag follows.
 */
function mayBeMarker(name: string, after: string): boolean {
  if (/^[/@]|^[.:]\w/.test(after)) return false;
  return !/^[A-Z]/.test(name) || /^\s["'[{/\d-]/.test(after);
}

/**
 * Yields the lines of a comment without its delimiters and without the leading ` * ` of each line. Tags can be indented
 * after that.
 */
function* commentLines(text: string, offset: number): Generator<Line> {
  let at = 0;
  const body = text.endsWith('*/') ? text.slice(0, -2) : text;
  for (const raw of body.split('\n')) {
    const lead = at === 0 ? /^\/\*\*[ \t]?( {1,3}(?=@))?/ : /^[ \t]*\*?[ \t]?( {1,3}(?=@))?/;
    const skipped = lead.exec(raw)![0].length;
    yield { text: raw.slice(skipped).trimEnd(), offset: offset + at + skipped };
    at += raw.length + 1;
  }
}

/**
 * Applies the rules of controller-gen: consecutive blank lines become one, lines that start with `TODO` are dropped,
 * and so is everything from a line that starts with `---`. The last two rules do not apply in code fences.
 */
function cleanDescription(lines: readonly string[]): string {
  const kept: string[] = [];
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (line === '' && lines[index - 1] === '') continue;
    if (fence.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith('---')) break;
    if (!fenced && line.startsWith('TODO')) continue;
    kept.push(line);
  }
  // Unescapes what would end the comment or start a tag, as in TSDoc: https://tsdoc.org/pages/tags/
  return kept
    .join('\n')
    .replaceAll('*\\/', '*/')
    .replaceAll(/^([^\S\r\n\u2028\u2029]*)\\@/gm, '$1@')
    .trim();
}

/**
 * Replaces each quotation in a string, including its quotes, by dashes of the same length. Between `'` or `"`, a
 * backslash escapes the next character. An unclosed quote does not start a quotation.
 *
 * This is a scanner instead of a regular expression so that the end of an unclosed quote is searched for once, and not
 * again at each later quote.
 * @param quotes the characters that start a quotation
 */
function maskQuotations(text: string, quotes: string): string {
  const unclosed = new Set<string>();
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const quote = text.charAt(at);
    const end = quotes.includes(quote) && !unclosed.has(quote) ? closingQuote(text, at) : 0;
    if (end === undefined) unclosed.add(quote);
    const next = end || at + 1;
    masked += end ? '-'.repeat(end - at) : quote;
    at = next;
  }
  return masked;
}

/** Returns the offset after the quote that closes a quotation; undefined if none does. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote === '`') return text.indexOf(quote, start + 1) + 1 || undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return undefined;
}
