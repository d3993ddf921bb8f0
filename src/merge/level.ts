import { type Block, childOf, ownGap } from './block.js';
import { type Match, matchElements } from './match.js';
import { labelOf } from './values.js';
import type { Element } from './yaml-source.js';

/** A collection in a text, and the element of it in which something is. */
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
  /** Whose value it is in the user's document; absent at the top. */
  readonly owner?: Step;
  /** From the top to this collection in `after`, or in `before` where `after` has none. */
  readonly steps: readonly Step[];
  readonly where: string;
  readonly byIndex: boolean;
}

/** The collections at the top of a document. */
export function topLevel(existing: Block, before: Block | undefined, after: Block, byIndex: boolean): Level {
  const matches = matchElements(existing.value, before?.value, after.value, byIndex);
  return { existing, before, after, matches, steps: [], where: '', byIndex };
}

/** The collections that are the values of one element, which the user's document has. */
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

/** The lines above an element of ours that come and go with it. */
export function gapOf({ before, after, matches }: Level, match: Match): readonly string[] {
  const [side, otherSide] = match.after ? (['after', 'before'] as const) : (['before', 'after'] as const);
  const [block, other] = match.after ? [after!, before] : [before!, after];
  const counterparts = new Map(matches.map((each) => [each[side], each[otherSide]]));
  return ownGap(block, block.value.elements.indexOf(match[side]!), other, (each) => counterparts.get(each));
}

/** What an element is called in a message. */
function nameOf(level: Level, match: Match): string {
  const { block, element } = stepOf(level, match);
  return element.key ?? labelOf(element.value.js, block.value.elements.indexOf(element));
}

export function pathOf(level: Level, match: Match): string {
  const name = nameOf(level, match);
  if (stepOf(level, match).element.key === undefined) return `${level.where}[${name}]`;
  return level.where === '' ? name : `${level.where}.${name}`;
}
