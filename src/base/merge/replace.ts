import { type Block, commentsBeside, extentEnd, foreignLinesWithin, indentLines, indentOf } from './block.js';
import { chunkOf, flowTextOf, valueText } from './element-text.js';
import type { Level } from './level.js';
import type { Match } from './match.js';
import { type Edit, lineEndOf, lineIndent, withLineEnds } from '../text/text.js';
import type { Element, Value } from './yaml-source.js';

/** Replaces an element that the user has not modified with its new version. */
export function replaceElement(existing: Block, element: Element, after: Block, wanted: Element): Edit {
  const { text, value } = existing;
  const eol = lineEndOf(text);
  if (value.style === 'flow') {
    const written = flowTextOf(after, wanted, lineIndent(text, element.start));
    return { start: element.start, end: element.end, text: withLineEnds(written, eol) };
  }
  const [head, ...others] = chunkOf(after, wanted, []).lines;
  const lines = [head!, ...indentLines(others, indentOf(existing))];
  return { start: element.start, end: extentEnd(existing, element), text: lines.join(eol) };
}

/**
 * Replaces an item of a list whose form differs from ours. Comments that its user wrote in it are kept, after the same
 * lines or below the item.
 */
export function replaceItem({ existing, before, after }: Level, match: Match): Edit {
  const element = match.existing!;
  const edit = replaceElement(existing, element, after!, match.after!);
  if (existing.value.style === 'flow') return edit;
  const eol = lineEndOf(existing.text);
  const lines = edit.text.split(eol);
  const kept = [...foreignLinesWithin(existing, element, before!, match.before!)];
  for (const { code, comment } of commentsBeside(existing, element)) {
    if (edit.text.includes(comment)) continue;
    const index = lines.findIndex((line) => line.trim() === code);
    if (index < 0) kept.push(`${indentOf(existing)}  ${comment}`);
    else lines[index] = `${lines[index]!} ${comment}`;
  }
  return { ...edit, text: [...lines, ...kept].join(eol) };
}

/** Replaces the old value of the user's element, keeping an anchor before it and a comment after it. */
export function replaceValue(existing: Block, element: Element, after: Block, wanted: Element): Edit {
  const { text, value: parent } = existing;
  const { value, headerEnd } = element;
  const eol = lineEndOf(text);
  const isNull = value.kind === 'null';
  if (wanted.value.kind === 'null')
    return { start: headerEnd, end: isBlock(value) ? extentEnd(existing, element) : value.end, text: '' };
  if (parent.style === 'block' && (isBlock(value) || isBlock(wanted.value))) {
    const header = wanted.headerEnd - wanted.start;
    const [head, ...others] = chunkOf(after, wanted, []).lines;
    const lines = [head!.slice(header), ...indentLines(others, indentOf(existing))];
    return { start: headerEnd, end: extentEnd(existing, element), text: lines.join(eol) };
  }
  const indent = parent.style === 'flow' ? lineIndent(text, element.start) : indentOf(existing);
  const written = quotedLike(text.slice(value.start, value.end), wanted.value.js) ?? valueText(after, wanted, indent);
  return {
    start: isNull ? headerEnd : value.start,
    end: value.end,
    text: (isNull ? ' ' : '') + withLineEnds(written, eol),
  };
}

/** Replaces the source of the user's value. */
export function replaceSource({ value: { start, end } }: Element, text: string): Edit {
  return { start, end, text };
}

function isBlock({ style, elements }: Value): boolean {
  return style === 'block' && elements.length > 0;
}

/** Returns a string with the same quotes as another one; undefined if that one has no quotes. */
function quotedLike(source: string, js: unknown): string | undefined {
  if (typeof js !== 'string' || js.includes('\n')) return undefined;
  if (source.startsWith('"')) return JSON.stringify(js);
  return source.startsWith("'") ? `'${js.replaceAll("'", "''")}'` : undefined;
}
