import { goMarkerIn } from '../markers/upstream.js';
import { maskQuotations } from './quotations.js';

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
 * @param isMarker whether a tag is one of ours: it may stand after other text, because the compiler reads it there too
 */
export function parseDocComment(text: string, offset: number, isMarker: (name: string) => boolean): DocComment {
  if (!text.startsWith('/**')) return noComment;
  const description: string[] = [];
  const tags: { name: string; lines: string[]; start: number; end: number }[] = [];
  const all = [...commentLines(text, offset)];
  let fences = all.filter((line) => fence.test(line.text)).length;
  let fenced = false;
  for (const line of all) {
    if (!fenced && isGoMarker(line.text)) continue;
    const inMarker = tags.length > 0 && isMarker(tags.at(-1)!.name);
    for (const part of fenced ? [line] : cutBeforeMarkers(line, isMarker, inMarker)) {
      const tag = fenced ? undefined : /^@([A-Za-z][\w-]*)\s*/.exec(part.text);
      const current = tags.at(-1);
      if (tag) {
        tags.push({
          name: tag[1]!,
          lines: [part.text.slice(tag[0].length)],
          start: part.offset,
          end: part.offset + part.text.trimEnd().length,
        });
      } else if (current) {
        current.lines.push(part.text);
      } else {
        description.push(part.text);
      }
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

/** Whether a line is a marker of Go, which belongs neither to the text nor to the tag above it: a warning tells of it. */
function isGoMarker(text: string): boolean {
  return /^ {0,3}\+/.test(text) && goMarkerIn(text) !== undefined;
}

interface Line {
  readonly text: string;
  readonly offset: number;
}

/** A line in parts, each but the first starting with a marker. What is quoted is not a marker; nor are words in prose. */
function cutBeforeMarkers(line: Line, isMarker: (name: string) => boolean, inMarker: boolean): readonly Line[] {
  const name = /^@([\w-]+)/.exec(line.text)?.[1];
  const isOfMarker = name === undefined ? inMarker : isMarker(name);
  // Four spaces make a line an example, as in Markdown.
  if (/^( {4}|\t)/.test(line.text)) return [line];
  // An apostrophe of prose opens no quotation.
  const [first] = markersIn(maskQuotations(line.text, isOfMarker ? '`\'"' : '`'), isMarker);
  if (first === undefined) return [line];
  // What follows a marker belongs to it, up to the next one.
  const others = markersIn(maskQuotations(line.text.slice(first), '`\'"'), isMarker).map((at) => first + at);
  const starts = [0, first, ...others];
  return starts.map((start, index) => ({
    text: line.text.slice(start, starts[index + 1]).trimEnd(),
    offset: line.offset + start,
  }));
}

/** The offsets of the markers that follow white space. */
function markersIn(text: string, isMarker: (name: string) => boolean): readonly number[] {
  return [...text.matchAll(/(?<=\s)@([A-Za-z]\w*)/g)].filter(([, name]) => isMarker(name!)).map(({ index }) => index);
}

/** The lines of a comment without its delimiters and without the leading ` * ` of each, to which tags may be indented. */
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
 * Applies the rules of controller-gen: of several blank lines one is kept, a line that starts with `TODO` is left out,
 * and from a line that starts with `---` on everything is; inside a code fence the last two do not hold.
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
  // As TSDoc escapes what would end the comment or begin a tag: https://tsdoc.org/pages/tags/
  return kept
    .join('\n')
    .replaceAll('*\\/', '*/')
    .replaceAll(/^([^\S\r\n\u2028\u2029]*)\\@/gm, '$1@')
    .trim();
}
