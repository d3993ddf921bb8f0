import { type Block, childOf, indentLines, indentOf, linesOf, ownGap } from './block.js';
import { matchElements } from './match.js';
import { same } from './values.js';
import type { Element } from './yaml-source.js';

/** A collection in a text, and the element of it in which something is. */
export interface Step {
  readonly block: Block;
  readonly element: Element;
}

/** The lines that lead to a place in a text: a key each, and of an item of a list what it is known by. */
export function headerLines(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ block, element }) => headerOf(block, element));
}

function headerOf(block: Block, element: Element): readonly string[] {
  const { text, value } = block;
  if (value.style === 'flow') return [];
  const indent = indentOf(block);
  if (element.key !== undefined) return [indent + text.slice(element.start, element.headerEnd)];
  const name = element.value.elements.find(({ key }) => key === 'name' || key === 'path' || key === 'kind');
  return [`${indent}-${name === undefined ? '' : ` ${text.slice(name.start, name.end)}`}`];
}

/** What a collection has after a change and had not before, as lines with the keys that lead there. */
export function additions(before: Block | undefined, after: Block): readonly string[] {
  const matches = matchElements(undefined, before?.value, after.value);
  const counterparts = new Map(matches.map((each) => [each.after, each.before]));
  return matches.flatMap(({ before: old, after: element }) => {
    if (element === undefined || (old !== undefined && same(old.value.js, element.value.js))) return [];
    if (
      old !== undefined &&
      before !== undefined &&
      element.value.elements.length > 0 &&
      old.value.kind === element.value.kind
    )
      return [...headerOf(after, element), ...additions(childOf(before, old), childOf(after, element))];
    const index = after.value.elements.indexOf(element);
    return elementLines(
      after,
      element,
      ownGap(after, index, before, (each) => counterparts.get(each)),
    );
  });
}

/** An element as it stands in its text, and the lines above it that belong to it. */
export function elementLines(block: Block, element: Element, gap: readonly string[]): readonly string[] {
  return [...gap.filter((line) => line.trim() !== ''), ...indentLines(linesOf(block, element), indentOf(block))];
}
