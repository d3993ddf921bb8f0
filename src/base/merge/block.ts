import { contentEnd, type Edit, insertion, lineEndOf, lineStart, nextLine, splitLines } from '../text/text.js';
import { columnOf, type Element, type Value } from './yaml-source.js';

/** A block collection and the text that contains it. */
export interface Block {
  readonly text: string;
  readonly value: Value;
  /** Start of the text above its first element: after the key that it belongs to, or at the top of the document. */
  readonly top: number;
  readonly isRoot: boolean;
}

/** Reports whether an element follows something else on its line, such as the first key of an item after its dash. */
export function sharesLine({ text }: Pick<Block, 'text'>, { start }: Element): boolean {
  return text.slice(lineStart(text, start), start).trim() !== '';
}

/**
 * Returns the end of an element, including its last line and the comments below it that are indented deeper than the
 * element.
 */
export function extentEnd({ text, value }: Pick<Block, 'text' | 'value'>, element: Element): number {
  return skipDeeper(text, element.end, columnOf(text, value));
}

/** Returns the end of a line, or of the last comment directly below it that is indented deeper. */
export function skipDeeper(text: string, offset: number, column: number): number {
  let end = contentEnd(text, offset);
  for (let next = nextLine(text, end); next !== undefined; next = nextLine(text, end)) {
    const line = text.slice(next, contentEnd(text, next));
    if (!line.trim().startsWith('#') || line.search(/\S/) <= column) break;
    end = next + line.length;
  }
  return end;
}

/** Returns the comments and blank lines between an element and what precedes it. */
export function gapAbove(block: Block, index: number): readonly string[] {
  const { text, value, top } = block;
  const element = value.elements[index]!;
  if (sharesLine(block, element)) return [];
  const above = value.elements[index - 1];
  const start = above === undefined ? top : (nextLine(text, extentEnd(block, above)) ?? text.length);
  const end = lineStart(text, element.start);
  return end <= start ? [] : splitLines(text.slice(start, end)).slice(0, -1);
}

/** Returns the comments and blank lines after the last element. */
export function gapBelow(block: Block): readonly string[] {
  const { text, value, top } = block;
  const last = value.elements.at(-1);
  let at: number | undefined = last === undefined ? top : nextLine(text, extentEnd(block, last));
  const lines: string[] = [];
  while (at !== undefined && at < text.length) {
    const line = text.slice(at, contentEnd(text, at));
    if (!/^\s*(?:#|$)/.test(line)) break;
    lines.push(line);
    at = nextLine(text, at);
  }
  return lines;
}

/** Returns the lines of an element without the indentation of its collection. */
export function linesOf({ text, value }: Pick<Block, 'text' | 'value'>, element: Element): readonly string[] {
  return dedent(text.slice(element.start, extentEnd({ text, value }, element)), columnOf(text, value));
}

/** Splits a text into lines, and removes the indentation of all but the first line where they have that much. */
export function dedent(text: string, column: number): readonly string[] {
  const [first, ...others] = splitLines(text);
  return [first!, ...others.map((line) => dedentLine(line, column))];
}

export function dedentLine(line: string, column: number): string {
  return line.slice(Math.min(column, line.search(/\S|$/)));
}

/** Returns the value of an element as a separate block. */
export function childOf({ text }: Block, element: Element): Block {
  return { text, value: element.value, top: nextLine(text, element.headerEnd) ?? text.length, isRoot: false };
}

export function indentLines(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? line : indent + line));
}

/** Returns the indentation of the elements of a block collection. */
export function indentOf({ text, value }: Pick<Block, 'text' | 'value'>): string {
  const [first] = value.elements;
  if (first === undefined) return '';
  const prefix = text.slice(lineStart(text, first.start), first.start);
  return prefix.replace(/[^ \t]/g, ' ');
}

/**
 * Returns the lines above an element that belong to it: the gap above it, except for the lines that exist even without
 * the element.
 * @param other the same collection without the element
 * @param counterpart returns the counterpart of an element in the other collection
 */
export function ownGap(
  block: Block,
  index: number,
  other: Block | undefined,
  counterpart: (element: Element) => Element | undefined,
): readonly string[] {
  const { elements, style } = block.value;
  if (style === 'flow') return [];
  if (other === undefined || other.value.style === 'flow') return gapAbove(block, index);
  const others = other.value.elements;
  const above = elements.slice(0, index).findLast(counterpart);
  const below = elements.slice(index + 1).find(counterpart);
  const first = above === undefined ? 0 : others.indexOf(counterpart(above)!) + 1;
  const last = below === undefined ? others.length : others.indexOf(counterpart(below)!);
  const there: string[] = [];
  for (let at = first; at <= last; at += 1)
    there.push(...(at < others.length ? gapAbove(other, at) : gapBelow(other)).map((line) => line.trim()));

  const without = (lines: readonly string[]): readonly string[] =>
    lines
      .toReversed()
      .filter((line) => {
        const found = there.lastIndexOf(line.trim());
        if (found >= 0) there.splice(found, 1);
        return found < 0;
      })
      .toReversed();
  const end = below === undefined ? elements.length : elements.indexOf(below);
  without(end < elements.length ? gapAbove(block, end) : gapBelow(block));
  for (let at = end - 1; at > index; at -= 1) without(gapAbove(block, at));
  return without(gapAbove(block, index));
}

/** The lines of one element: those above it that belong to it, and its own. */
export interface Chunk {
  readonly gap: readonly string[];
  readonly lines: readonly string[];
}

/** Inserts elements after the one with this index, or before the first with -1. */
export function insertChunks(block: Block, index: number, chunks: readonly Chunk[]): Edit {
  const { text, value } = block;
  const eol = lineEndOf(text);
  const indent = indentOf(block);
  const lines = chunks.flatMap(({ gap, lines: own }) => indentLines([...gap, ...own], indent));
  const element = value.elements[index];
  if (element !== undefined) return insertion(extentEnd(block, element), eol + lines.join(eol));
  const first = value.elements[0]!;
  if (!sharesLine(block, first)) return insertion(topOf(block), lines.join(eol) + eol);
  // Comments cannot follow a dash.
  const own = chunks.flatMap((chunk) => indentLines(chunk.lines, indent));
  return insertion(first.start, (own.join(eol) + eol).trimStart() + indent);
}

/** Returns where to insert a new first element: below the key, or below the comments on the document as a whole. */
function topOf({ text, value, top, isRoot }: Block): number {
  const column = columnOf(text, value);
  const first = lineStart(text, value.elements[0]!.start);
  const blank = [...text.slice(top, first).matchAll(/^[ \t]*\r?\n/gm)].at(-1);
  if (isRoot && blank === undefined) return first;
  const above = isRoot ? top + blank!.index : lineStart(text, top - 1);
  // A comment that is indented deeper than the line above it belongs to that line.
  return nextLine(text, skipDeeper(text, above, column))!;
}

/** Removes an element, and the lines above it that belong to it. */
export function removeElement(block: Block, index: number, gap: readonly string[]): Edit {
  const { text, value } = block;
  const element = value.elements[index]!;
  const end = extentEnd(block, element);
  if (sharesLine(block, element))
    return { start: element.start, end: value.elements[index + 1]?.start ?? end, text: '' };
  const wanted = [...gap];
  let start = lineStart(text, element.start);
  let kept = '';
  let pending = '';
  let at = start;
  for (const line of gapAbove(block, index).toReversed()) {
    const above = lineStart(text, at - 1);
    if (wanted.at(-1)?.trim() === line.trim()) {
      wanted.pop();
      kept = pending + kept;
      pending = '';
      start = above;
    } else pending = text.slice(above, at) + pending;
    at = above;
  }
  if (kept !== '') return { start, end, text: kept.replace(/\r?\n$/, '') };
  if (text[start - 1] !== '\n') return { start, end: nextLine(text, end) ?? end, text: '' };
  return { start: text[start - 2] === '\r' ? start - 2 : start - 1, end, text: '' };
}

/** Returns the comments between the elements of a collection that are missing in `known`. */
export function foreignLines(block: Block, known: Block): readonly string[] {
  return linesWithout(commentsIn(block), commentsIn(known));
}

/**
 * Returns the comments in an element, at any depth, that are missing in another one, except those after a value on the
 * same line.
 */
export function foreignLinesWithin(block: Block, element: Element, other: Block, known: Element): readonly string[] {
  return linesWithout(commentsWithin(block, element), commentsWithin(other, known));
}

/** A comment after a value, on the same line. */
export interface BesideComment {
  /** The line without the comment, and without indentation. */
  readonly code: string;
  readonly comment: string;
}

/** Returns the comments that follow the values of an element on the same line, at any depth. */
export function commentsBeside(block: Block, element: Element): readonly BesideComment[] {
  const { text } = block;
  const scalars = scalarsIn(element);
  const found: BesideComment[] = [];
  const end = extentEnd(block, element);
  for (let at: number | undefined = element.start; at !== undefined && at < end; at = nextLine(text, at)) {
    const start = at;
    const line = text.slice(at, contentEnd(text, at));
    const isText = (index: number): boolean =>
      scalars.some((each) => each.start <= start + index && start + index < each.end);
    const code = line.search(/\S/);
    const index = [...line.matchAll(/(?<=\s)#/g)].find((each) => each.index > code && !isText(each.index))?.index;
    if (index !== undefined && !line.trim().startsWith('#'))
      found.push({ code: line.slice(0, index).trim(), comment: line.slice(index) });
  }
  return found;
}

function linesWithout(lines: readonly string[], known: readonly string[]): readonly string[] {
  const rest = known.map((line) => line.trim());
  return lines.filter((line) => {
    const index = rest.indexOf(line.trim());
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function commentsIn(block: Block): readonly string[] {
  const { value } = block;
  if (value.style === 'flow') return [];
  return value.elements.flatMap((_, index) => gapAbove(block, index)).filter((line) => line.trim() !== '');
}

function commentsWithin(block: Block, element: Element): readonly string[] {
  const { text } = block;
  const end = extentEnd(block, element);
  const scalars = scalarsIn(element);
  const found: string[] = [];
  for (let at = nextLine(text, element.start); at !== undefined && at < end; at = nextLine(text, at)) {
    const [start, line] = [at, text.slice(at, contentEnd(text, at))];
    const isText = scalars.some((each) => each.start < start && start < each.end);
    if (line.trim().startsWith('#') && !isText) found.push(line);
  }
  return found;
}

function scalarsIn({ value }: Element): readonly Value[] {
  return value.elements.length === 0 ? [value] : value.elements.flatMap(scalarsIn);
}
