import { Document, visit } from 'yaml';
import { contentEnd, type Edit, insertion, lineEndOf, lineStart } from '../text/text.js';
import type { Element, Value } from './yaml-source.js';

/** A flow collection (`[a, b]`, all of JSON) and the text that contains it. */
export interface Flow {
  readonly text: string;
  readonly value: Value;
}

/**
 * Inserts an element after the one with this index, or before the first with -1. Returns several edits if there is a
 * comment in between.
 */
export function insertFlow({ text, value }: Flow, index: number, element: string): readonly Edit[] {
  const { elements, lastComma } = value;
  const previous = elements[index];
  const next = elements[index + 1];
  if (next !== undefined) return [insertion(next.start, `${element},${separator(text, next, elements)}`)];
  if (previous === undefined) return [insertion(value.start + 1, element)];
  const behind = lastComma === undefined ? previous.end : lastComma + 1;
  const inner = separator(text, previous, elements) + element;
  const lineEnd = contentEnd(text, behind);
  const isLast = /^[ \t]*(?:#.*)?$/.test(text.slice(behind, lineEnd));
  const at = isLast && ownsLine(text, previous) ? lineEnd : behind;
  if (lastComma !== undefined) return [insertion(at, `${inner},`)];
  return at === behind ? [insertion(at, `,${inner}`)] : [insertion(behind, ','), insertion(at, inner)];
}

export function removeFlow({ text, value }: Flow, index: number): readonly Edit[] {
  const { elements, lastComma } = value;
  const element = elements[index]!;
  const next = elements[index + 1];
  if (next !== undefined) {
    const comma = next.comma ?? element.end;
    const between = text.slice(comma + 1, next.start);
    const end = between.trim() === '' ? next.start : comma + 1;
    return [{ start: element.start, end, text: '' }];
  }
  const { comma } = element;
  const end = lastComma === undefined ? element.end : lastComma + 1;
  if (comma === undefined) return [{ start: element.start, end, text: '' }];
  const isBare = text.slice(comma + 1, element.start).trim() === '';
  const start = ownsLine(text, element) ? endOfLineAbove(text, element) : isBare ? comma + 1 : element.start;
  const own = { start, end, text: '' };
  return lastComma === undefined ? [{ start: comma, end: comma + 1, text: '' }, own] : [own];
}

function endOfLineAbove(text: string, { start }: Element): number {
  const newline = lineStart(text, start) - 1;
  return text[newline - 1] === '\r' ? newline - 1 : newline;
}

function ownsLine(text: string, { start }: Element): boolean {
  return lineStart(text, start) > 0 && text.slice(lineStart(text, start), start).trim() === '';
}

/** Returns the text between a comma and the next element, as in the neighboring elements. */
function separator(text: string, neighbor: Element, elements: readonly Element[]): string {
  const start = lineStart(text, neighbor.start);
  if (ownsLine(text, neighbor)) return lineEndOf(text) + text.slice(start, neighbor.start);
  const { comma, start: second } = elements[1] ?? {};
  return comma !== undefined && comma + 1 === second ? '' : ' ';
}

/** Returns a value in flow style, on one line. */
export function flowText(value: unknown): string {
  const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node) => {
      node.flow = true;
    },
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 }).trimEnd().replace(/\n\s*/g, ' ');
}
