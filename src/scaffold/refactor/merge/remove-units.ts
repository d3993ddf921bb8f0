import type { ts } from '../../../language/compiler/compiler.js';
import { find, type UnitLists } from './add-units.js';
import { builderCall, commentsAbove, isDetached, shownName, type Unit } from '../code/code-units.js';
import { placesOf } from './merge-tokens.js';
import {
  addEdit,
  decoratorName,
  decoratorsOf,
  endOfLine,
  linkRemoval,
  isSame,
  tokens,
  type Holder,
  type UnitMerge,
} from './unit-edits.js';

/** Removes a declaration or a statement, unless the user has edited it or other code needs it. */
export function removeUnit(merge: UnitMerge, old: Unit, { existing, before }: UnitLists, holder: Holder): void {
  const own = find(existing, old);
  const called = builderCall(old.node);
  // A builder is a variable that is declared next to its calls; a call such as `log.info(...)` is not on a builder.
  const call = before.some(({ name }) => name === called?.receiver) ? called : undefined;
  if (own === undefined) {
    if (call !== undefined && holder.own !== undefined) removeLink(merge, call.method, holder.own);
    return;
  }
  const isOurs = isSame(tokens(merge, old, true), tokens(merge, own, false));
  if (merge.isNeeded(own.name)) return void removeMarkers(merge, old, own);
  const isForced = merge.isForced && holder.symbol === undefined;
  if (isOurs || isForced || call !== undefined) return removeNode(merge, old, own);
  const hadMarkers = removeMarkers(merge, old, own);
  const lines = own.file.text.slice(own.node.getStart(own.file), own.node.end).split(/\r?\n/);
  if (holder.symbol === undefined)
    merge.problems.push({ kind: 'keep', symbol: shownName(own), place: own, lines, hadMarkers });
  else merge.problems.push({ kind: 'remove', symbol: holder.symbol, place: own, lines });
}

/**
 * Removes the decorators of a declaration that is kept: without them, nothing is generated from it.
 * @returns whether it had any
 */
export function removeMarkers(merge: UnitMerge, old: Unit, own: Unit): boolean {
  const gone = new Set(decoratorsOf(old.node).map((each) => decoratorName(each, merge.style.names)));
  const { text } = own.file;
  const removed = decoratorsOf(own.node).filter((each) => gone.has(decoratorName(each)));
  for (const each of removed) {
    const blanks = /^\s*/.exec(text.slice(each.end))![0];
    addEdit(merge, own.file, { start: each.getStart(own.file), end: each.end + blanks.length, text: '' });
  }
  return removed.length > 0;
}

function removeNode(merge: UnitMerge, old: Unit, own: Unit): void {
  const { text } = own.file;
  const ours = new Set(commentsAbove(old.node, old.file).map(({ pos, end }) => bare(old.file.text.slice(pos, end))));
  // The user's comments are kept.
  const comments = commentsAbove(own.node, own.file);
  const isLeft = (each: ts.CommentRange): boolean =>
    merge.isForced ? isDetached(text, each) : !ours.has(bare(text.slice(each.pos, each.end)));
  const first = comments.findLastIndex(isLeft) + 1;
  const start = comments[first]?.pos ?? own.node.getStart(own.file);
  const above = text.slice(0, start).trimEnd();
  const edit = { start: above.length, end: endOfLine(text, own.node.end), text: '' };
  merge.removed.set(edit, [old, own]);
  addEdit(merge, own.file, edit);
}

function bare(comment: string): string {
  return comment.replaceAll(/\s+/g, ' ');
}

/** Removes a link of a chain with all its arguments. */
function removeLink(merge: UnitMerge, method: string, own: Unit): void {
  const all = tokens(merge, own, false);
  const [first, ...others] = placesOf(
    ['.', method, '('],
    all.map(({ text }) => text),
  );
  if (first === undefined || others.length > 0) return;
  let open = 0;
  for (let index = first + 2; index < all.length; index += 1) {
    if (/^[([{]$/.test(all[index]!.text)) open += 1;
    if (/^[)\]}]$/.test(all[index]!.text)) open -= 1;
    if (open > 0) continue;
    const { text } = own.file;
    const link = [all[first]!.start, all[index]!.end] as const;
    return addEdit(merge, own.file, linkRemoval(text, all[first - 1]!.end, link));
  }
}
