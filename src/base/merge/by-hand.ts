import { type Block, childOf, indentLines, indentOf, linesOf, ownGap } from './block.js';
import { gapOf, type Level, pathOf, type Step } from './level.js';
import { type Match, matchElements } from './match.js';
import type { MergeProblem } from './merged.js';
import { contentEnd, lineStart, placeOf } from '../text/text.js';
import { same } from './values.js';
import type { Element } from './yaml-source.js';

/** Returns a problem for a change to one element that cannot be merged, with the lines for making it by hand. */
export function problemOf(level: Level, match: Match, reason: string): MergeProblem {
  const { existing, before, after, owner, steps } = level;
  const { before: old, after: wanted, existing: element } = match;
  const place = element ?? match.ambiguous ?? owner?.element;
  const at = { ...(place && placeOf(existing.text, place.start)), where: pathOf(level, match), reason };
  if (wanted === undefined) {
    const [block, target] = element ? [existing, element] : [before!, old!];
    return { kind: 'remove', ...at, lines: elementLines(block, target, []) };
  }
  if (element !== undefined)
    return { kind: 'replace', ...at, lines: [...headerLines(steps), ...elementLines(after!, wanted, [])] };
  const inner =
    old && old.value.kind === wanted.value.kind ? additions(childOf(before!, old), childOf(after!, wanted)) : [];
  const lines =
    inner.length > 0
      ? [...headerOf(after!, wanted), ...inner]
      : elementLines(after!, wanted, old ? [] : gapOf(level, match));
  return { kind: 'add', ...at, lines: [...headerLines(steps), ...lines] };
}

/** Returns all lines of an element after a change, including those that the change does not affect. */
export function wholeLines({ after, steps }: Level, { after: wanted }: Match): readonly string[] {
  return wanted === undefined ? [] : [...headerLines(steps), ...elementLines(after!, wanted, [])];
}

/** Returns the lines that lead to a place in a text: one per key, and the identifying lines of a list item. */
function headerLines(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ block, element }) => headerOf(block, element));
}

function headerOf(block: Block, element: Element): readonly string[] {
  const { text, value } = block;
  if (value.style === 'flow') {
    const line = lineStart(text, element.start);
    return text.slice(line, element.start).trim() === '' ? [text.slice(line, contentEnd(text, element.start))] : [];
  }
  const indent = indentOf(block);
  if (element.key !== undefined) return [indent + text.slice(element.start, element.headerEnd)];
  const name = element.value.elements.find(({ key }) => key === 'name' || key === 'path' || key === 'kind');
  return [`${indent}-${name === undefined ? '' : ` ${text.slice(name.start, name.end)}`}`];
}

/** Returns what a change adds to a collection, as lines including the keys that lead there. */
export function additions(before: Block | undefined, after: Block): readonly string[] {
  const matches = matchElements(undefined, before?.value, after.value, false);
  const counterparts = new Map(matches.map((each) => [each.after, each.before]));
  return matches.flatMap(({ before: old, after: element }) => {
    if (element === undefined || (old !== undefined && same(old.value.js, element.value.js))) return [];
    const isCollection = old?.value.kind === element.value.kind && old.value.kind !== 'scalar';
    if (before !== undefined && old !== undefined && isCollection) {
      const inner = additions(childOf(before, old), childOf(after, element));
      return inner.length === 0 ? [] : [...headerOf(after, element), ...inner];
    }
    const index = after.value.elements.indexOf(element);
    return elementLines(
      after,
      element,
      ownGap(after, index, before, (each) => counterparts.get(each)),
    );
  });
}

/** Returns an element as it is in its text, and the lines above it that belong to it. */
function elementLines(block: Block, element: Element, gap: readonly string[]): readonly string[] {
  return [...gap.filter((line) => line.trim() !== ''), ...indentLines(linesOf(block, element), indentOf(block))];
}
