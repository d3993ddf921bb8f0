import { type Block, type Chunk, dedent, dedentLine, indentLines, linesOf } from './block.js';
import { flowText } from './flow.js';
import { lineStart } from '../text/text.js';
import { columnOf, type Element } from './yaml-source.js';

/** Returns an element of any style as lines of a block collection without indentation. */
export function chunkOf(block: Block, element: Element, gap: readonly string[]): Chunk {
  if (block.value.style === 'block') {
    const column = columnOf(block.text, block.value);
    return { gap: gap.map((line) => dedentLine(line, column)), lines: linesOf(block, element) };
  }
  const [first, ...others] = dedent(block.text.slice(element.start, element.end), baseColumn(block, element));
  const isItem = element.key === undefined;
  return { gap, lines: [isItem ? `- ${first}` : first!, ...indentLines(others, isItem ? '  ' : '')] };
}

/** Returns an element as the text of a flow collection, on a line with this indentation. */
export function flowTextOf(block: Block, element: Element, indent: string): string {
  const { text, value } = block;
  if (value.style === 'flow') {
    const [first, ...others] = dedent(text.slice(element.start, element.end), baseColumn(block, element));
    return [first!, ...indentLines(others, indent)].join('\n');
  }
  const written = flowText(element.value.js);
  return element.key === undefined ? written : `${text.slice(element.start, element.headerEnd)} ${written}`;
}

/** Reports whether two elements have the same text apart from the indentation of the whole. */
export function sameSource(one: Block, left: Element, other: Block, right: Element): boolean {
  if (one.value.style !== other.value.style) return false;
  const [mine, theirs] = [sourceLines(one, left), sourceLines(other, right)];
  return mine !== undefined && mine.join('\n') === theirs?.join('\n');
}

/** Returns the lines of an element; undefined if the text cannot be restored from them. */
function sourceLines(block: Block, element: Element): readonly string[] | undefined {
  const isFlow = block.value.style === 'flow';
  const column = isFlow ? baseColumn(block, element) : columnOf(block.text, block.value);
  const lines = isFlow ? dedent(block.text.slice(element.start, element.end), column) : linesOf(block, element);
  const [, ...raw] = block.text.slice(element.start, element.end).split(/\r?\n/);
  const isClean = raw.every((line) => line === '' || line.search(/\S/) >= column);
  return isClean ? lines : undefined;
}

/** Returns the indentation of the line on which an element of a flow collection starts. */
function baseColumn({ text }: Block, { start }: Element): number {
  const line = lineStart(text, start);
  return text.slice(line, start).search(/\S|$/);
}

/** Returns the source of a value, for use in an element with this indentation. */
export function valueText(block: Block, element: Element, indent: string): string {
  const column = block.value.style === 'flow' ? baseColumn(block, element) : columnOf(block.text, block.value);
  const [first, ...others] = dedent(block.text.slice(element.value.start, element.value.end), column);
  return [first!, ...indentLines(others, indent)].join('\n');
}
