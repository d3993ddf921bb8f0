import { typescript, type ts } from '../compiler/compiler.js';
import { addedByHand, addMarkers, addUnit, find, indentAt, indented, isCalled, type UnitLists } from './add-units.js';
import { codeIn, tokensOf } from './code-tokens.js';
import { bodyOf, innerUnits, isExpressionBody, isNamed, namedAsBefore, type Unit } from './code-units.js';
import { removeUnit } from './remove-units.js';
import { addEdit, isSame, tokens, type CodeProblem, type Holder, type UnitMerge } from './unit-edits.js';
import { mergeTokens, type Hunk, type TokensToMerge } from './merge-tokens.js';

/** Makes the change between two lists of declarations or statements in the user's. */
export function mergeUnits(merge: UnitMerge, lists: UnitLists, holder: Holder): void {
  for (const unit of lists.after) {
    const [old, own] = [find(lists.before, unit), find(lists.existing, unit)];
    const isMade = own === undefined && lists.existing.some(({ name }) => name === unit.codeName);
    if (isMade) continue;
    if (old !== undefined) changeUnit(merge, [old, unit, own], holder);
    else if (own !== undefined) addMarkers(merge, unit, own);
    else if (isCalled(unit, lists, holder, merge)) continue;
    else if (holder.isExpression === true) merge.problems.push(addedByHand(merge, unit, holder));
    else addUnit(merge, unit, lists, holder);
  }
  for (const old of lists.before)
    if (find(lists.after, old) === undefined) removeUnit(merge, old, find(lists.existing, old), holder);
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
    // Words and strings are replaced where they are; the rest has the form of the template then.
    const isWhole = isOurs && bracesIn(merge, old) !== bracesIn(merge, wanted);
    return isWhole ? replaceUnit(merge, [old, wanted, own]) : mergeWhole(merge, [old, wanted, own], holder, symbol);
  }
  mergePart(merge, [old, wanted, own], symbol, bodyOf);
  const body = bodyOf(own.node)!;
  // A block begins with its brace, and the members of a class behind it.
  const start = typescript.isBlock(body) ? body.getStart(own.file) + 1 : body.pos;
  mergeUnits(merge, { existing, before, after: namedAsBefore(before, after) }, { symbol, own, start, file: own.file });
}

/** Returns the name of a unit for messages; for a statement without one, the beginning of its code. */
function shownName({ name, node, file }: Unit): string {
  const [line = ''] = node.getText(file).split(/\r?\n/, 1);
  return isNamed(node) ? name : line.slice(0, 60);
}

function bracesIn(merge: UnitMerge, unit: Unit): number {
  return tokens(merge, unit, true).filter(({ text }) => text === '{').length;
}

/** Replaces code of ours in which a user has written nothing but comments, which stay above it. */
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

/** Merges a unit that has no parts; where the user has none of that name, in what it is part of. */
function mergeWhole(
  merge: UnitMerge,
  [old, wanted, own]: readonly [Unit, Unit, Unit | undefined],
  holder: Holder,
  symbol: string,
): void {
  const place = own ?? holder.own;
  mergePart(merge, [old, wanted, place], symbol, () => undefined);
}

/** Merges the tokens of a unit, without its body. */
function mergePart(
  merge: UnitMerge,
  [old, wanted, own]: readonly [Unit, Unit, Unit | undefined],
  symbol: string,
  withoutOf: (node: ts.Node) => ts.Node | undefined,
): void {
  const texts = {
    before: tokens(merge, old, true, withoutOf(old.node)),
    after: tokens(merge, wanted, true, withoutOf(wanted.node)),
    afterText: wanted.file.text,
    written: (start: number, end: number) => codeIn(merge.style, wanted.file, wanted.node, [start, end]),
  };
  if (isSame(texts.before, texts.after)) return;
  const places = [
    ...(own === undefined ? [] : [[own.file, tokens(merge, own, false, withoutOf(own.node))] as const]),
    ...merge.elsewhere(),
  ];
  let missed: readonly Hunk[] | undefined;
  for (const [file, existing] of places) {
    const merged = mergeTokens({ ...texts, existing, text: file.text }, missed);
    for (const edit of merged.edits) addEdit(merge, file, edit);
    missed = merged.missed;
    if (missed.length === 0) return;
  }
  for (const hunk of missed ?? []) merge.problems.push(missedPart(hunk, texts, symbol, own, old.file.text));
}

function missedPart(
  { from, to, first, end }: Hunk,
  { before, after, written }: Pick<TokensToMerge, 'before' | 'after' | 'written'>,
  symbol: string,
  own: Unit | undefined,
  beforeText: string,
): CodeProblem {
  const isAdded = end > first;
  const code = isAdded
    ? written(after[first]!.start, after[end - 1]!.end)
    : beforeText.slice(before[from]!.start, before[to - 1]!.end);
  const kind = !isAdded ? 'remove' : to > from ? 'replace' : 'add';
  return { kind, symbol, lines: code.replace(/^,\s*/, '').split(/\r?\n/), ...(own && { place: own }) };
}
