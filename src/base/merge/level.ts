import { type Block, childOf, ownGap } from './block.js';
import { type Match, matchElements } from './match.js';
import { labelOf } from './values.js';
import type { Element } from './yaml-source.js';

/** A collection in a text, and the element of it that contains something. */
export interface Step {
  readonly block: Block;
  readonly element: Element;
}

/** The same collection in the three texts. */
export interface Level {
  readonly existing: Block;
  readonly before: Block | undefined;
  readonly after: Block | undefined;
  readonly matches: readonly Match[];
  /** The element of the user's document whose value it is; absent at the top level. */
  readonly owner?: Step;
  /** The path from the top to this collection in `after`, or in `before` if `after` does not have it. */
  readonly steps: readonly Step[];
  readonly where: string;
  readonly byIndex: boolean;
}

/** Returns the level of the collections at the top of a document. */
export function topLevel(existing: Block, before: Block | undefined, after: Block, byIndex: boolean): Level {
  const matches = matchElements(existing.value, before?.value, after.value, byIndex);
  return { existing, before, after, matches, steps: [], where: '', byIndex };
}

/** Returns the level of the collections that are the values of one element, which the user's document has. */
export function levelBelow(level: Level, match: Match): Level {
  const element = match.existing!;
  const existing = childOf(level.existing, element);
  const before = level.before && match.before && childOf(level.before, match.before);
  const after = level.after && match.after && childOf(level.after, match.after);
  const matches = matchElements(existing.value, before?.value, after?.value, level.byIndex);
  const owner = { block: level.existing, element };
  return {
    existing,
    before,
    after,
    matches,
    owner,
    steps: [...level.steps, stepOf(level, match)],
    where: pathOf(level, match),
    byIndex: level.byIndex,
  };
}

function stepOf({ before, after }: Level, match: Match): Step {
  return match.after ? { block: after!, element: match.after } : { block: before!, element: match.before! };
}

/** Returns the lines above one of our elements that are added and removed with it. */
export function gapOf({ before, after, matches }: Level, match: Match): readonly string[] {
  const [side, otherSide] = match.after ? (['after', 'before'] as const) : (['before', 'after'] as const);
  const [block, other] = match.after ? [after!, before] : [before!, after];
  const counterparts = new Map(matches.map((each) => [each[side], each[otherSide]]));
  return ownGap(block, block.value.elements.indexOf(match[side]!), other, (each) => counterparts.get(each));
}

/** Returns the name of an element in messages. */
function nameOf(level: Level, match: Match): string {
  const { block, element } = stepOf(level, match);
  return element.key ?? labelOf(element.value.js, block.value.elements.indexOf(element));
}

export function pathOf(level: Level, match: Match): string {
  const name = nameOf(level, match);
  if (stepOf(level, match).element.key === undefined) return `${level.where}[${name}]`;
  return level.where === '' ? name : `${level.where}.${name}`;
}
