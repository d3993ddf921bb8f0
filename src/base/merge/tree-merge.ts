import type { Edit } from '../text/text.js';
import type { Block } from './block.js';
import { problemOf, wholeLines } from './by-hand.js';
import { sameSource } from './element-text.js';
import { fillNull, insertElements } from './insert.js';
import { levelBelow, type Level } from './level.js';
import type { Match } from './match.js';
import type { MergeProblem } from './merged.js';
import { removeElements } from './remove.js';
import { replaceElement, replaceItem, replaceSource, replaceValue } from './replace.js';
import { adds, identityOf, isOtherChoice, same } from './values.js';
import type { Element } from './yaml-source.js';

/** The reason for a conflict where the user has chosen another value. */
export const otherValue = 'has another value';

/** The edits of a text, and the changes that cannot be merged. */
export interface TreeMerge {
  readonly edits: Edit[];
  readonly problems: MergeProblem[];
  /** Whether a list that the change adds is a conflict if the user has another one in its place. */
  readonly keepsLists: boolean;
  /** Returns the reason why the value of one of the user's elements must not change, and the position of the reason. */
  readonly refusalOf: (block: Block, element: Element) => Partial<MergeProblem> | undefined;
}

/**
 * Determines the edits for a collection to follow the change from `before` to `after`: first its entries, then itself.
 */
export function mergeCollection(level: Level, merge: TreeMerge): void {
  const { existing, after, matches } = level;
  const [fresh, gone]: [Match[], Match[]] = [[], []];
  const refuse = (match: Match, reason: string, isGone = false): void => {
    merge.problems.push({ ...problemOf(level, match, reason), ...(isGone && { gone: wholeLines(level, match) }) });
  };
  for (const match of matches) {
    const found = fateOf(level, match);
    const isKept = merge.keepsLists && found === 'descend' && joinsLists(match);
    const fate = isKept ? { refused: otherValue } : found;
    const refusal =
      fate === 'nothing' || match.existing === undefined ? undefined : merge.refusalOf(existing, match.existing);
    if (refusal !== undefined) merge.problems.push({ ...problemOf(level, match, ''), ...refusal });
    else if (typeof fate === 'object' && 'words' in fate) merge.edits.push(replaceSource(match.existing!, fate.words));
    else if (typeof fate === 'object') refuse(match, fate.refused, fate.isGone);
    else if (fate === 'insert') fresh.push(match);
    else if (fate === 'remove') gone.push(match);
    else if (fate === 'descend') mergeCollection(levelBelow(level, match), merge);
    else if (fate === 'replace element')
      merge.edits.push(replaceElement(existing, match.existing!, after!, match.after!));
    else if (fate === 'replace item') merge.edits.push(replaceItem(level, match));
    else if (fate === 'replace value') merge.edits.push(replaceValue(existing, match.existing!, after!, match.after!));
  }
  if (fresh.length > 0) {
    const edits = existing.value.kind === 'null' ? fillNull(level, fresh) : insertElements(level, fresh);
    if (edits === undefined) for (const each of fresh) refuse(each, 'cannot be inserted');
    else merge.edits.push(...edits);
  } else if (gone.length > 0) merge.edits.push(...removeElements(level, gone));
}

/**
 * Reports whether a list that a change adds would be combined with a list of the user's. Items with names are known to
 * belong together.
 */
function joinsLists({ before, after, existing }: Match): boolean {
  if (after?.value.kind !== 'seq' || existing?.value.kind !== 'seq') return false;
  if ((before?.value.elements.length ?? 0) > 0 || existing.value.elements.length === 0) return false;
  const [own, added] = [existing, after].map(({ value }) => value.elements.map(({ value: { js } }) => js));
  if (added!.every((item) => own!.some((each) => same(each, item)))) return false;
  return [...own!, ...added!].some((item) => identityOf(item) === undefined);
}

type Fate =
  | 'nothing'
  | 'insert'
  | 'remove'
  | 'descend'
  | 'replace element'
  | 'replace item'
  | 'replace value'
  | { readonly words: string }
  | { readonly refused: string; readonly isGone?: boolean };

function fateOf(level: Level, match: Match): Fate {
  const { before: old, after: wanted, existing: element } = match;
  if (old && wanted && isUnchanged(level, old, wanted)) return 'nothing';
  if (match.ambiguous !== undefined) return { refused: 'exists more than once' };
  if (element === undefined) {
    if (old === undefined) return 'insert';
    return wanted && adds(old.value.js, wanted.value.js) ? { refused: 'does not exist', isGone: true } : 'nothing';
  }
  if (wanted && same(element.value.js, wanted.value.js)) return 'nothing';
  if (old === undefined && isOtherChoice(wanted?.value.js, element.value.js)) return { refused: otherValue };
  if (wanted === undefined) return fateOfOld(old!, element);
  // Its value changes where it is defined. Whether it does so is known only when everything is merged.
  if (old && isAlias(level.existing, element)) return 'nothing';
  if (old && sameSource(level.existing, element, level.before!, old)) return 'replace element';
  if (old && same(element.value.js, old.value.js) && !isFoundAgain(level, old, wanted)) return 'replace item';
  if (areOneKind(old, wanted, element)) return 'descend';
  if (old && same(element.value.js, old.value.js)) return 'replace value';
  return (old && fateOfWords(level.existing, element, old, wanted)) ?? { refused: otherValue };
}

/** Applies a change of single words in a string to a string that the user has changed elsewhere. */
function fateOfWords({ text }: Block, { value }: Element, old: Element, wanted: Element): Fate | undefined {
  const strings = [value, old.value, wanted.value].every(({ kind, js }) => kind === 'scalar' && typeof js === 'string');
  if (!strings) return undefined;
  const source = text.slice(value.start, value.end);
  const words = replaceWords(source, old.value.js as string, wanted.value.js as string);
  if (words === undefined) return undefined;
  return words === source ? 'nothing' : { words };
}

function isUnchanged({ before, after }: Level, old: Element, wanted: Element): boolean {
  if (same(old.value.js, wanted.value.js)) return true;
  // The value of an alias is changed where it is defined.
  return old.value.kind === 'opaque' && sameSource(before!, old, after!, wanted);
}

function isAlias({ text }: Block, { value }: Element): boolean {
  return value.kind === 'opaque' && text.startsWith('*', value.start);
}

/** Determines what happens to an element that only `before` has: it is removed, except for what a user added to it. */
function fateOfOld(old: Element, element: Element): Fate {
  if (same(element.value.js, old.value.js)) return 'remove';
  // It was rejected when the other choice was added.
  if (isOtherChoice(old.value.js, element.value.js)) return 'nothing';
  const isKey = element.key !== undefined;
  // Emptied by its user, or by earlier edits around the user's additions.
  if (isKey && element.value.kind === 'null' && isCollection(old)) return 'nothing';
  if (isKey && areOneKind(old, element)) return adds(old.value.js, element.value.js) ? 'descend' : 'remove';
  return { refused: 'has been changed' };
}

function isCollection({ value }: Element): boolean {
  return value.kind === 'map' || value.kind === 'seq';
}

/**
 * Reports whether an element is still found when its value is half changed: an edit can make another one possible, and
 * an item of a list that is identified only by its value then has a different value.
 */
function isFoundAgain({ byIndex, before, after }: Level, { key, value }: Element, wanted: Element): boolean {
  if (key !== undefined || !isCollection(wanted)) return true;
  if (byIndex && before?.value.elements.length === after?.value.elements.length) return true;
  const identity = identityOf(value.js);
  return identity !== undefined && identity === identityOf(wanted.value.js);
}

/** Reports whether all elements are lists or all are maps, ignoring those without a value. */
function areOneKind(...elements: readonly (Element | undefined)[]): boolean {
  const some = elements.filter((each) => each !== undefined && each.value.kind !== 'null') as readonly Element[];
  return some.length > 0 && some.every((each) => isCollection(each) && each.value.kind === some[0]!.value.kind);
}

/** Words as in names, paths and images; the text between them can be formatted differently. */
const words = /[\w.-]+/g;

/**
 * Applies a change of single words between two of our strings to a string of the user's, such as the name of a Service
 * in the expression of an alert whose limit the user has changed. Undefined if more than words changed, or if the
 * user's string has neither the old nor the new words.
 * @param source the user's string, as it is written
 */
export function replaceWords(source: string, before: string, after: string): string | undefined {
  const changed = changedWords(before, after);
  if (changed === undefined) return undefined;
  const own = new Set(source.match(words));
  const isDone = [...changed].every(([old, wanted]) => own.has(wanted) && !own.has(old));
  if (!isDone && ![...changed.keys()].every((word) => own.has(word))) return undefined;
  return source.replaceAll(words, (word) => changed.get(word) ?? word);
}

/**
 * Returns a map from the old to the new words; undefined if the strings differ in anything else, or no other words are
 * left in the text.
 */
function changedWords(before: string, after: string): ReadonlyMap<string, string> | undefined {
  if (before.replaceAll(words, '') !== after.replaceAll(words, '')) return undefined;
  const [old, fresh] = [before, after].map((each) => each.match(words) ?? []);
  const changed = new Map<string, string>();
  for (const [index, word] of old!.entries()) {
    const wanted = fresh![index]!;
    if ((changed.get(word) ?? wanted) !== wanted) return undefined;
    changed.set(word, wanted);
  }
  for (const [word, wanted] of changed) if (word === wanted) changed.delete(word);
  // In a short string such as an image, changing one word can mean something entirely different.
  return changed.size > 0 && changed.size * 2 < new Set(old).size ? changed : undefined;
}
