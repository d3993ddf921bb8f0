import { contentEnd, type Edit, insertion, lineEndOf, lineStart, nextLine, splitLines } from './text.js';
import { columnOf, type Element, type Value } from './yaml-source.js';

/** A block collection and the text it is in. */
export interface Block {
  readonly text: string;
  readonly value: Value;
  /** Where the text above its first element starts: behind the key that it belongs to, or the top of the document. */
  readonly top: number;
  readonly isRoot: boolean;
}

/** Whether an element stands behind something else on its line: the first key of an item, behind its dash. */
export function sharesLine({ text }: Pick<Block, 'text'>, { start }: Element): boolean {
  return text.slice(lineStart(text, start), start).trim() !== '';
}

/** Where an element ends: with its last line, and the comments below that are indented deeper than itself. */
export function extentEnd({ text, value }: Pick<Block, 'text' | 'value'>, element: Element): number {
  return skipDeeper(text, element.end, columnOf(text, value));
}

/** The end of a line, or of the last comment right below it that is indented deeper. */
export function skipDeeper(text: string, offset: number, column: number): number {
  let end = contentEnd(text, offset);
  for (let next = nextLine(text, end); next !== undefined; next = nextLine(text, end)) {
    const line = text.slice(next, contentEnd(text, next));
    if (!line.trim().startsWith('#') || line.search(/\S/) <= column) break;
    end = next + line.length;
  }
  return end;
}

/** The comments and blank lines between an element and what is above it. */
export function gapAbove(block: Block, index: number): readonly string[] {
  const { text, value, top } = block;
  const element = value.elements[index]!;
  if (sharesLine(block, element)) return [];
  const above = value.elements[index - 1];
  const start = above === undefined ? top : (nextLine(text, extentEnd(block, above)) ?? text.length);
  const end = lineStart(text, element.start);
  return end <= start ? [] : splitLines(text.slice(start, end)).slice(0, -1);
}

/** The comments and blank lines that follow the last element. */
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

/** The lines of an element as they stand where its collection is not indented. */
export function linesOf({ text, value }: Pick<Block, 'text' | 'value'>, element: Element): readonly string[] {
  return dedent(text.slice(element.start, extentEnd({ text, value }, element)), columnOf(text, value));
}

/** Lines of which all but the first lose their indentation, as far as they have as much. */
export function dedent(text: string, column: number): readonly string[] {
  const [first, ...others] = splitLines(text);
  return [first!, ...others.map((line) => dedentLine(line, column))];
}

export function dedentLine(line: string, column: number): string {
  return line.slice(Math.min(column, line.search(/\S|$/)));
}

/** A value of a collection, as a collection of its own. */
export function childOf({ text }: Block, element: Element): Block {
  return { text, value: element.value, top: nextLine(text, element.headerEnd) ?? text.length, isRoot: false };
}

export function indentLines(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? line : indent + line));
}

/** What the lines of the elements of a block collection start with. */
export function indentOf({ text, value }: Pick<Block, 'text' | 'value'>): string {
  const [first] = value.elements;
  if (first === undefined) return '';
  const prefix = text.slice(lineStart(text, first.start), first.start);
  return prefix.replace(/[^ \t]/g, ' ');
}

/**
 * What an element brings along above itself: the gap above it, without the lines that are there without it too.
 * @param other the same collection without the element
 * @param counterpart what an element is in the other collection
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

/** Lines that stand for one element: what is said above it, and itself. */
export interface Chunk {
  readonly gap: readonly string[];
  readonly lines: readonly string[];
}

/** Puts elements behind the one with this index; with -1 before the first. */
export function insertChunks(block: Block, index: number, chunks: readonly Chunk[]): Edit {
  const { text, value } = block;
  const eol = lineEndOf(text);
  const indent = indentOf(block);
  const lines = chunks.flatMap(({ gap, lines: own }) => indentLines([...gap, ...own], indent));
  const element = value.elements[index];
  if (element !== undefined) return insertion(extentEnd(block, element), eol + lines.join(eol));
  const first = value.elements[0]!;
  if (!sharesLine(block, first)) return insertion(topOf(block), lines.join(eol) + eol);
  // Behind a dash there is no room for comments.
  const own = chunks.flatMap((chunk) => indentLines(chunk.lines, indent));
  return insertion(first.start, (own.join(eol) + eol).trimStart() + indent);
}

/** Where the lines of a new first element go: below the key, or below what is said of the document as a whole. */
function topOf({ text, value, top, isRoot }: Block): number {
  const column = columnOf(text, value);
  const first = lineStart(text, value.elements[0]!.start);
  const blank = [...text.slice(top, first).matchAll(/^[ \t]*\r?\n/gm)].at(-1);
  if (isRoot && blank === undefined) return first;
  const above = isRoot ? top + blank!.index : lineStart(text, top - 1);
  // A comment that is indented deeper than what is above it is taken for a part of that.
  return nextLine(text, skipDeeper(text, above, column))!;
}

/** Takes an element out, and of the lines above it those that came with it. */
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

/** The comments between the elements of a collection which it does not have in `known`. */
export function foreignLines(block: Block, known: Block): readonly string[] {
  const rest = commentsIn(known).map((line) => line.trim());
  return commentsIn(block).filter((line) => {
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
