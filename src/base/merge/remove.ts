import { childOf, extentEnd, foreignLines, removeElement, sharesLine } from './block.js';
import { removeFlow } from './flow.js';
import { gapOf, type Level, levelBelow } from './level.js';
import type { Match } from './match.js';
import { type Edit, insertion, lineEndOf } from '../text/text.js';

/** Removes elements that only `before` has. A list or map that becomes empty is written as in `after`. */
export function removeElements(level: Level, gone: readonly Match[]): readonly Edit[] {
  const { existing, after, owner } = level;
  const { text, value } = existing;
  if (value.style === 'flow') return removeFlow(existing, value.elements.indexOf(gone[0]!.existing!));
  const first = gone.find((each) => sharesLine({ text }, each.existing!));
  const isEmptied = gone.length === value.elements.length && owner !== undefined;
  const isNothing = after === undefined || after.value.kind === 'null';
  const empty = value.kind === 'seq' ? '[]' : '{}';
  if (isEmptied && first !== undefined) {
    const end = extentEnd(existing, value.elements.at(-1)!);
    return [{ start: first.existing!.start, end, text: empty }];
  }
  // The next element moves up to the dash, and is handled in the next pass.
  if (first !== undefined) return removeWhole(level, first);
  const edits = gone.flatMap((each) => removeWhole(level, each));
  return isEmptied && !isNothing ? [insertion(owner.element.headerEnd, ` ${empty}`), ...edits] : edits;
}

/** Removes an element with everything in it, except comments that its user wrote between the entries of a list. */
function removeWhole(level: Level, match: Match): readonly Edit[] {
  const { existing, before } = level;
  const element = match.existing!;
  const old = childOf(before!, match.before!);
  const kept = foreignLines(childOf(existing, element), old);
  const cut = removeElement(existing, existing.value.elements.indexOf(element), gapOf(level, match));
  if (kept.length === 0 || sharesLine(existing, element)) return [cut];
  if (existing.isRoot && element.value.kind === 'seq') {
    // The state before the first entry was added: the key, and the comments below it.
    const below = levelBelow(level, match);
    const nothing = { ...old, value: { ...old.value, kind: 'null', elements: [] } } as const;
    return removeElements(
      { ...below, after: nothing },
      below.matches.filter((each) => each.existing),
    );
  }
  const eol = lineEndOf(existing.text);
  return [{ ...cut, text: cut.text + eol + kept.join(eol) }];
}
