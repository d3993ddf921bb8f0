import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { addedByHand, addMarkers, addUnit, find, indentAt, indented, isCalled, type UnitLists } from './add-units.js';
import { codeIn, tokensOf } from '../code/code-tokens.js';
import {
  assignedIn,
  bodyOf,
  innerUnits,
  isExpressionBody,
  namedAsBefore,
  namedAsScaffolded,
  shownName,
  unitsOf,
  type Unit,
} from '../code/code-units.js';
import { surroundingsOf, type Surroundings } from '../code/enclosing-code.js';
import { optionEdits } from './fill-value.js';
import { freeNames } from '../code/free-names.js';
import { boundNames } from './merge-imports.js';
import { namedAsProvided } from './provided-units.js';
import { removeUnit } from './remove-units.js';
import { namesIn } from '../imports/unused-imports.js';
import { addEdit, isSame, tokens, type CodeProblem, type Holder, type UnitMerge } from './unit-edits.js';
import { mergeTokens, type Hunk, type TokensToMerge } from './merge-tokens.js';

/** Applies the change between two lists of declarations or statements to the user's list. */
export function mergeUnits(merge: UnitMerge, { existing, before, after }: UnitLists, holder: Holder): void {
  const named = namedAsScaffolded(existing, [before, after]);
  const lists = {
    existing: holder.own === undefined ? named : withProvided(merge, named, before, after),
    before,
    after,
  };
  const taken: Unit[] = [];
  for (const unit of lists.after) {
    const [old, own] = [find(lists.before, unit), find(lists.existing, unit)];
    const isMade = own === undefined && lists.existing.some(({ name }) => name === unit.codeName);
    if (isMade) continue;
    if (old !== undefined) changeUnit(merge, [old, unit, own], holder);
    else if (own !== undefined) addMarkers(merge, unit, own);
    else if (isOutside(merge, unit, holder)) continue;
    else if (isTaken(merge, unit, taken, holder)) taken.push(unit);
    else if (isCalled(unit, lists, holder, merge)) continue;
    else if (holder.isExpression === true) merge.problems.push(addedByHand(merge, unit, holder));
    else addUnit(merge, unit, lists, holder);
  }
  for (const unit of holder.own === undefined ? [] : lists.after) fillValue(merge, unit, lists, holder);
  if (taken.length > 0) {
    const lines = taken.flatMap((each) => addedByHand(merge, each, holder).lines);
    merge.problems.push({ ...addedByHand(merge, taken[0]!, holder), lines });
  }
  for (const old of lists.before) if (find(lists.after, old) === undefined) removeUnit(merge, old, lists, holder);
}

/** Returns the statements of a user, and gives names to those that already do what the change adds. */
function withProvided(
  merge: UnitMerge,
  existing: readonly Unit[],
  before: readonly Unit[],
  after: readonly Unit[],
): readonly Unit[] {
  const own = existing.filter((each) => find([...before, ...after], each) === undefined);
  const added = after.filter((each) => find([...before, ...existing], each) === undefined);
  return namedAsProvided(merge, existing, { own, added });
}

/** Reports whether the user has a new variable with the same value outside of the function in which it is scaffolded. */
function isOutside(merge: UnitMerge, unit: Unit, { own, file }: Holder): boolean {
  if (own === undefined || !typescript.isVariableStatement(unit.node)) return false;
  const outside = find(unitsOf(file), unit);
  return outside !== undefined && isSame(tokens(merge, unit, true), tokens(merge, outside, false));
}

/**
 * Reports whether a new statement would declare, or use, a variable whose name the user's code around it already has
 * for another variable.
 * @param taken the statements above it for which this is true
 */
function isTaken(merge: UnitMerge, { node }: Unit, taken: readonly Unit[], { own, file }: Holder): boolean {
  if (own === undefined) return false;
  const bound = (each: ts.Node): readonly string[] => (typescript.isVariableStatement(each) ? boundNames([each]) : []);
  const used = new Set(namesIn(node, []));
  if (taken.some((each) => bound(each.node).some((name) => used.has(name)))) return true;
  const names = bound(node).map((each) => merge.style.names.get(each) ?? each);
  const body = bodyOf(own.node);
  if (names.length === 0 || body === undefined) return false;
  const { unknown } = freeNames(file.fileName, file.text.slice(body.getStart(file), body.end));
  const ofBlock = new Set(typescript.isBlock(body) ? boundNames(body.statements) : []);
  return names.some((each) => unknown.has(each) || ofBlock.has(each));
}

/** Gives a user's variable that new statements use the options that it has in the scaffolded code. */
function fillValue(merge: UnitMerge, unit: Unit, lists: UnitLists, holder: Holder): void {
  const [old, own] = [find(lists.before, unit), find(lists.existing, unit)];
  const variable = assignedIn(unit.node, true);
  if (old !== undefined || own === undefined || variable === undefined) return;
  const added = new Set(merge.added.values());
  if (!lists.after.some((each) => added.has(each) && namesIn(each.node, []).includes(variable.name))) return;
  const edits = optionEdits(merge, unit, own);
  for (const edit of edits ?? []) addEdit(merge, own.file, edit);
  if (edits === undefined) merge.problems.push({ ...addedByHand(merge, unit, holder), place: own });
}

function changeUnit(
  merge: UnitMerge,
  [old, wanted, own]: readonly [Unit, Unit, Unit | undefined],
  holder: Holder,
): void {
  if (isSame(tokens(merge, old, true), tokens(merge, wanted, true))) return;
  const symbol = holder.symbol ?? shownName(old);
  if (own === undefined) {
    if (!merge.isOptional) mergeWhole(merge, [old, wanted, undefined], holder, symbol);
    return;
  }
  const { names } = merge.style;
  const inner = { existing: innerUnits(own), before: innerUnits(old, names), after: innerUnits(wanted, names) };
  const { existing, before, after } = inner;
  if (existing === undefined && before !== undefined && after !== undefined && isExpressionBody(own)) {
    const lists = { existing: [], before, after: namedAsBefore(before, after) };
    return mergeUnits(merge, lists, { symbol, own, start: own.node.end, file: own.file, isExpression: true });
  }
  if (existing === undefined || before === undefined || after === undefined) {
    const isOurs = isSame(tokens(merge, old, true), tokens(merge, own, false));
    // Words and strings are replaced in place; the rest then has the form of the template.
    const isWhole = isOurs && bracesIn(merge, old) !== bracesIn(merge, wanted);
    return isWhole ? replaceUnit(merge, [old, wanted, own]) : mergeWhole(merge, [old, wanted, own], holder, symbol);
  }
  mergePart(merge, [old, wanted, own], { symbol, withoutOf: bodyOf });
  const body = bodyOf(own.node)!;
  // A block begins with its brace, and the members of a class after it.
  const start = typescript.isBlock(body) ? body.getStart(own.file) + 1 : body.pos;
  mergeUnits(merge, { existing, before, after: namedAsBefore(before, after) }, { symbol, own, start, file: own.file });
}

function bracesIn(merge: UnitMerge, unit: Unit): number {
  return tokens(merge, unit, true).filter(({ text }) => text === '{').length;
}

/** Replaces our code in which a user has written nothing but comments, which are kept above it. */
function replaceUnit(merge: UnitMerge, [old, wanted, own]: readonly [Unit, Unit, Unit]): void {
  const start = own.node.getStart(own.file);
  const indent = indentAt(own.file.text, start);
  const ours = new Set(commentsIn(old));
  const comments = commentsIn(own).filter((each) => !ours.has(each));
  const from = wanted.node.getStart(wanted.file);
  const code = codeIn(merge.style, wanted.file, wanted.node, [from, wanted.node.end]);
  const text = indented(code, indent, indentAt(wanted.file.text, from)).trimStart();
  const above = comments.map((each) => `${each}\n${indent}`).join('');
  addEdit(merge, own.file, { start, end: own.node.end, text: above + text });
}

function commentsIn(unit: Unit): readonly string[] {
  const all = tokensOf(unit.node, unit.file);
  const { text } = unit.file;
  return all.slice(0, -1).flatMap(({ end }) => {
    const behind = typescript.getTrailingCommentRanges(text, end) ?? [];
    const below = typescript.getLeadingCommentRanges(text, end) ?? [];
    return [...behind, ...below].map((each) => text.slice(each.pos, each.end));
  });
}

/** Merges a unit that has no parts. If the user has no unit with its name, it is merged into the unit that contains it. */
function mergeWhole(merge: UnitMerge, units: Changed, holder: Holder, symbol: string): void {
  mergePart(merge, units, { symbol, holder: holder.own, withoutOf: () => undefined });
}

/** A declaration or a statement before and after a change, and the user's. */
type Changed = readonly [old: Unit, wanted: Unit, own: Unit | undefined];

interface PartOptions {
  readonly symbol: string;
  /** The user's declaration that may contain the code, if it is not in its place. */
  readonly holder?: Unit | undefined;
  readonly withoutOf: (node: ts.Node) => ts.Node | undefined;
}

/** Merges the tokens of a unit, except for its body. */
function mergePart(merge: UnitMerge, [old, wanted, own]: Changed, { symbol, holder, withoutOf }: PartOptions): void {
  const before = tokens(merge, old, true, withoutOf(old.node));
  const texts = {
    before,
    after: tokens(merge, wanted, true, withoutOf(wanted.node)),
    afterText: wanted.file.text,
    written: (start: number, end: number) => codeIn(merge.style, wanted.file, wanted.node, [start, end]),
    surroundings: (hunk: Hunk) => surroundingsOf(old, before, hunk),
    isRenamed: (from: string, to: string) => merge.isRenamed(from, to),
  };
  if (isSame(texts.before, texts.after)) return;
  const tokensIn = (unit: Unit | undefined, isElsewhere: boolean) =>
    unit === undefined ? [] : [[unit.file, tokens(merge, unit, false, withoutOf(unit.node)), isElsewhere] as const];
  const elsewhere = merge.elsewhere().map((each) => [...each, true] as const);
  let missed: readonly Hunk[] | undefined;
  const searched = [...tokensIn(own, false), ...tokensIn(holder, true), ...elsewhere];
  for (const [file, existing, isElsewhere] of searched) {
    const isUnchanged = !isElsewhere && isSame(existing, before);
    const merged = mergeTokens({ ...texts, existing, text: file.text, isElsewhere, isSame: isUnchanged }, missed);
    for (const edit of merged.edits) addEdit(merge, file, edit);
    missed = merged.missed;
    if (missed.length === 0) return;
  }
  if (own === undefined) {
    const there = new Set(searched.flatMap(([, existing]) => existing.map(({ text }) => text)));
    missed = missed!.filter((each) => isNeeded(each, texts, there, merge));
  }
  if (missed!.length === 0) return;
  const place = own ?? holder;
  const about = { symbol, ...(place && { place }), isGone: own === undefined };
  const isWhole =
    missed!.every((each) => isStatement(surroundingsOf(old, before, each), old)) ||
    (isCall(old) && withoutOf(old.node) === undefined && missed!.some((each) => isFragment(each, texts)));
  if (isWhole) merge.problems.push({ kind: 'replace', lines: linesOf(merge, wanted), ...about });
  else for (const hunk of missed!) merge.problems.push({ ...missedPart(hunk, texts, old.file.text), ...about });
}

/**
 * Reports whether code needs a part of a change although it lacks the declaration that the part is about. It does not
 * need new names for what it does not have, and it needs statements only if nothing else calls the new code.
 * @param there the tokens of the code
 */
function isNeeded(
  { from, to, first, end }: Hunk,
  { before, after, isRenamed }: Pick<TokensToMerge, 'before' | 'after' | 'isRenamed'>,
  there: ReadonlySet<string>,
  merge: UnitMerge,
): boolean {
  const [removed, added] = [before.slice(from, to), after.slice(first, end)].map((all) => all.map(({ text }) => text));
  if (removed!.length === 1 && added!.length === 1)
    return !isRenamed(removed![0]!, added![0]!) || there.has(removed![0]!) || merge.hasUnreadImports;
  return removed!.length > 0 || /^[.@,]$/.test(added![0]!) || merge.isTold(added!);
}

/** Reports whether a part of a change consists of a whole statement. */
function isStatement({ isPlain, isChain }: Surroundings, { code }: Unit): boolean {
  return code !== undefined && isPlain && !isChain;
}

function isCall({ node }: Unit): boolean {
  return typescript.isExpressionStatement(node);
}

/** Reports whether a part of a change has an unmatched bracket, so that it means nothing by itself. */
function isFragment(
  { from, to, first, end }: Hunk,
  { before, after }: Pick<TokensToMerge, 'before' | 'after'>,
): boolean {
  return [before.slice(from, to), after.slice(first, end)].some((all) => {
    const count = (bracket: RegExp): number => all.filter(({ text }) => bracket.test(text)).length;
    return count(/^[([{]$/) !== count(/^[)\]}]$/);
  });
}

function linesOf({ style }: UnitMerge, { node, file }: Unit): readonly string[] {
  return codeIn(style, file, node, [node.getStart(file), node.end]).split(/\r?\n/);
}

function missedPart(
  { from, to, first, end }: Hunk,
  { before, after, written }: Pick<TokensToMerge, 'before' | 'after' | 'written'>,
  beforeText: string,
): Pick<CodeProblem, 'kind' | 'lines'> {
  const isAdded = end > first;
  const code = isAdded
    ? written(after[first]!.start, after[end - 1]!.end)
    : beforeText.slice(before[from]!.start, before[to - 1]!.end);
  const kind = !isAdded ? 'remove' : to > from ? 'replace' : 'add';
  return { kind, lines: code.replace(/^,\s*/, '').split(/\r?\n/) };
}
