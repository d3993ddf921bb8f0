import { diffArrays } from 'diff';
import { endOfComments, startOfRemoved, type Edit } from '../code/code-edit.js';
import type { Token } from '../code/code-tokens.js';
import type { Surroundings } from '../code/enclosing-code.js';

/** A declaration as it is now, and as it was scaffolded before and after a change. */
export interface TokensToMerge {
  readonly existing: readonly Token[];
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** The texts that the offsets of `existing` and `after` belong to. */
  readonly text: string;
  readonly afterText: string;
  /** Returns code of `after` in the user's style. */
  readonly written: (start: number, end: number) => string;
  /** Returns the code around a part of the change. */
  readonly surroundings: (hunk: Hunk) => Surroundings;
  /** Whether the existing tokens are those of a whole file that may contain the code, instead of those of the declaration. */
  readonly isElsewhere: boolean;
  /** Whether the existing tokens are the same as those of `before`. */
  readonly isSame: boolean;
  /** Reports whether a name or a string is renamed, even in edited code. */
  readonly isRenamed: (removed: string, added: string) => boolean;
}

/** Minimum and maximum number of tokens that identify a place: fewer can occur anywhere. */
const [leastContext, mostContext] = [3, 8];

/** Minimum number of words by which a statement is recognized in another place. */
const leastStatement = 6;

/** Tokens of `before`, and the tokens of `after` that replace them. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly end: number;
}

/** The edits that apply the change between two versions of a declaration to a version that a user has edited. */
export interface MergedTokens {
  readonly edits: readonly Edit[];
  /** The parts of the change for which no place was found. */
  readonly missed: readonly Hunk[];
}

/**
 * Applies the parts of a change for which the code around them is unedited. In code that a user has edited, only links
 * of a chain, decorators, and arguments and properties of declarations are added and removed.
 * @param chosen the parts of the change to be made; by default all
 */
export function mergeTokens(texts: TokensToMerge, chosen: readonly Hunk[] = hunksOf(texts)): MergedTokens {
  const edits: Edit[] = [];
  const missed: Hunk[] = [];
  for (const hunk of chosen) {
    const around = texts.surroundings(hunk);
    const place = texts.isSame ? hunk.from : unchangedPlace(hunk, around, texts);
    // A declaration has each decorator once, wherever the user has put it.
    const isDecorator = hunk.to === hunk.from && texts.after[hunk.first]?.text === '@';
    if ((place === undefined || isDecorator) && isProvided(hunk, around, texts)) continue;
    const edit = place === undefined ? editInEdited(hunk, around, texts) : editAt(hunk, place, texts);
    if (edit === undefined) missed.push(hunk);
    else edits.push(edit);
  }
  return { edits, missed };
}

/** Returns the index at which a part of the change is in code that the user has not edited. */
function unchangedPlace({ from }: Hunk, { all, isPlain }: Surroundings, texts: TokensToMerge): number | undefined {
  const there = textsOf(texts.existing);
  for (const each of all) {
    const code = textsOf(texts.before.slice(each.from, each.to));
    const isShort = code.filter((text) => /[\w'"`]/.test(text)).length < leastStatement;
    if (texts.isElsewhere || isPlain ? !each.isStatement || isShort : code.length < leastContext) continue;
    const [place, ...others] = placesOf(code, there);
    if (place !== undefined && others.length === 0) return place + from - each.from;
  }
  return undefined;
}

/** Returns the edit that makes a part of the change without affecting anything that the user has written. */
function editInEdited(hunk: Hunk, { isPlain, isChain }: Surroundings, texts: TokensToMerge): Edit | undefined {
  const { before, after, isElsewhere, isRenamed } = texts;
  const [removed, added] = [textsOf(before.slice(hunk.from, hunk.to)), textsOf(after.slice(hunk.first, hunk.end))];
  if (removed.length > 0 && added.length > 0) {
    const isMember = before[hunk.from - 1]?.text === '.';
    const isOne = removed.length === 1 && added.length === 1;
    return isOne && !isMember && isRenamed(removed[0]!, added[0]!) ? replacement(hunk, texts) : undefined;
  }
  const [start] = added.length > 0 ? added : removed;
  const isLink = start === '.' && isChain;
  const isPart = !isElsewhere && (start === '@' || (start === ',' && !isPlain));
  if (!isLink && !isPart) return undefined;
  return added.length > 0 ? insertion(hunk, texts) : replacement(hunk, texts);
}

function hunksOf({ before, after }: TokensToMerge): readonly Hunk[] {
  const hunks: { from: number; to: number; first: number; end: number }[] = [];
  let [at, made] = [0, 0];
  let open: (typeof hunks)[number] | undefined;
  for (const { added, removed, value } of diffArrays(textsOf(before), textsOf(after))) {
    if (!added && !removed) {
      at += value.length;
      made += value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) hunks.push((open = { from: at, to: at, first: made, end: made }));
    if (added) open.end = made += value.length;
    else open.to = at += value.length;
  }
  return hunks.map((hunk) => aligned(hunk, before, after));
}

/** Tokens that begin code that is added or removed as a whole. */
const beginnings = new Set(['.', '@', ',']);

/** Returns an equivalent change that begins with a link of a chain, a decorator or a comma, if there is one. */
function aligned(hunk: Hunk, before: readonly Token[], after: readonly Token[]): Hunk {
  const isAdded = hunk.to === hunk.from;
  if (!isAdded && hunk.end !== hunk.first) return hunk;
  const [tokens, first, end] = isAdded ? [after, hunk.first, hunk.end] : [before, hunk.from, hunk.to];
  for (let by = 0; by < end - first && first - by >= 0; by += 1) {
    if (by > 0 && tokens[first - by]?.text !== tokens[end - by]?.text) break;
    if (!beginnings.has(tokens[first - by]!.text)) continue;
    return { from: hunk.from - by, to: hunk.to - by, first: hunk.first - by, end: hunk.end - by };
  }
  return hunk;
}

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ text }) => text);
}

/** Reports whether the user's code already has what a change adds, with any arguments, and no longer has what it removes. */
function isProvided(hunk: Hunk, { isPlain, isChain }: Surroundings, texts: TokensToMerge): boolean {
  const { existing, before, after, isElsewhere } = texts;
  // Other code with the same words can have another effect.
  if (isElsewhere && isPlain && !isChain) return false;
  const there = textsOf(existing);
  const removed = textsOf(before.slice(hunk.from, hunk.to));
  const added = textsOf(after.slice(hunk.first, hunk.end));
  if (removed.length > 0 && placesOf(removed, there).length > 0) return false;
  if (added.length === 0) return true;
  // A link of a chain, or a decorator, is recognized by its name.
  const isCall = (added[0] === '.' || added[0] === '@') && added[2] === '(' && added.at(-1) === ')';
  return placesOf(isCall ? added.slice(0, 3) : added, there).length > 0;
}

/** Returns the indexes at which a sequence begins. */
export function placesOf(sequence: readonly string[], there: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (let start = 0; start + sequence.length <= there.length; start += 1)
    if (sequence.every((each, index) => each === there[start + index])) found.push(start);
  return found;
}

/** Returns the edit that replaces or removes tokens whose surroundings occur exactly once. */
function replacement(hunk: Hunk, texts: TokensToMerge): Edit | undefined {
  const { existing, before } = texts;
  const removed = textsOf(before.slice(hunk.from, hunk.to));
  const least = Math.max(0, leastContext - removed.length);
  const left = uniquePlace(
    (size) => [...textsOf(before.slice(Math.max(0, hunk.from - size), hunk.from)), ...removed],
    textsOf(existing),
    least,
  );
  const right = uniquePlace(
    (size) => [...removed, ...textsOf(before.slice(hunk.to, hunk.to + size))],
    textsOf(existing),
    least,
  );
  const first =
    left === undefined ? (right?.start ?? onlyString(removed, existing)) : left.start + left.length - removed.length;
  return first === undefined ? undefined : editAt(hunk, first, texts);
}

/** Returns the index of a string that occurs once. */
function onlyString(removed: readonly string[], existing: readonly Token[]): number | undefined {
  if (removed.length !== 1 || !removed[0]!.startsWith("'") || removed[0]!.length < 6) return undefined;
  const places = placesOf(removed, textsOf(existing));
  return places.length === 1 ? places[0] : undefined;
}

/** Returns the edit that adds tokens after those before them, or before those after them. */
function insertion(hunk: Hunk, texts: TokensToMerge): Edit | undefined {
  const { existing, before } = texts;
  const there = textsOf(existing);
  const left = uniquePlace((size) => textsOf(before.slice(Math.max(0, hunk.from - size), hunk.from)), there);
  const right = uniquePlace((size) => textsOf(before.slice(hunk.from, hunk.from + size)), there);
  const at = left === undefined ? right?.start : left.start + left.length;
  return at === undefined ? decorated(hunk, texts) : editAt(hunk, at, texts);
}

/** Returns the edit that makes a part of the change at the index of a token. */
function editAt(hunk: Hunk, first: number, texts: TokensToMerge): Edit | undefined {
  const { existing, after, text, written } = texts;
  if (hunk.to === hunk.from) return addedAt(hunk, first, texts);
  const length = hunk.to - hunk.from;
  const start = existing[first]!.start;
  const end = existing[first + length - 1]!.end;
  if (hunk.end > hunk.first) return { start, end, text: written(after[hunk.first]!.start, after[hunk.end - 1]!.end) };
  // A removed token is removed with the white space before it or, at the beginning, with the white space after it.
  const [previous, next] = [existing[first - 1], existing[first + length]];
  const isBlank = (from: number, to: number): boolean => text.slice(from, to).trim() === '';
  const from = previous === undefined ? start : startOfRemoved(text, previous.end, [start, end]);
  if (from < start) return { start: from, end, text: '' };
  const isFirst = previous === undefined && next !== undefined && isBlank(end, next.start);
  return { start, end: isFirst ? next.start : end, text: '' };
}

function addedAt(
  hunk: Hunk,
  at: number,
  { existing, after, afterText, text, written }: TokensToMerge,
): Edit | undefined {
  const added = written(after[hunk.first]!.start, after[hunk.end - 1]!.end);
  const [previous, next] = [existing[at - 1], existing[at]];
  const own = previous === undefined || next === undefined ? '' : text.slice(previous.end, next.start);
  // A link of a chain is on its own line if the next one is.
  const isLine = added.startsWith('.') && next?.text === '.' && own.includes('\n');
  if (previous !== undefined && hunk.first > 0) {
    const gap = isLine
      ? own.slice(own.lastIndexOf('\n'))
      : afterText.slice(after[hunk.first - 1]!.end, after[hunk.first]!.start);
    const behind = isLine ? endOfComments(text, previous.end) : previous.end;
    return { start: behind, end: behind, text: gap.includes('/') ? ` ${added}` : gap + added };
  }
  const gap = afterText.slice(after[hunk.end - 1]!.end, after[hunk.end]!.start);
  return next && { start: next.start, end: next.start, text: added + gap };
}

/** Returns the edit that adds a decorator above the others, or above the class. */
function decorated({ first, end }: Hunk, { existing, after, written }: TokensToMerge): Edit | undefined {
  const place = existing[0];
  if (after[first]?.text !== '@' || place === undefined || !/^(?:@|export|class|abstract)$/.test(place.text))
    return undefined;
  const added = written(after[first].start, after[end - 1]!.end);
  return { start: place.start, end: place.start, text: `${added}\n` };
}

/** Returns the place of the shortest sequence that occurs exactly once. */
function uniquePlace(
  sequenceOf: (size: number) => readonly string[],
  there: readonly string[],
  least = leastContext,
): { readonly start: number; readonly length: number } | undefined {
  for (let size = least; size <= mostContext; size += 1) {
    const sequence = sequenceOf(size);
    const places = placesOf(sequence, there);
    if (sequence.length < leastContext || places.length === 0) return undefined;
    if (places.length === 1) return { start: places[0]!, length: sequence.length };
  }
  return undefined;
}
