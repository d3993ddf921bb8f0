import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { blanksBefore, endOfComments, type Edit } from '../code/code-edit.js';
import { canEndWithSemicolon, endsByItself } from '../code/code-style.js';
import { codeIn } from '../code/code-tokens.js';
import { builderCall, callIn, startOf, type Unit } from '../code/code-units.js';
import { isDeclared } from '../code/enclosing-code.js';
import { placesOf } from './merge-tokens.js';
import {
  addEdit,
  decoratorName,
  decoratorsOf,
  endOfLine,
  tokens,
  type CodeProblem,
  type Holder,
  type UnitMerge,
} from './unit-edits.js';
import { namesIn } from '../imports/unused-imports.js';

/** Units of the user's code, and as scaffolded before and after the change. */
export interface UnitLists {
  readonly existing: readonly Unit[];
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
}

export function find(units: readonly Unit[], { name }: Unit): Unit | undefined {
  return units.find((each) => each.name === name);
}

/** Adds decorators to an existing declaration of the user, unless it has them. */
export function addMarkers(merge: UnitMerge, wanted: Unit, own: Unit): void {
  const present = new Set(decoratorsOf(own.node).map((each) => decoratorName(each)));
  const added = decoratorsOf(wanted.node).filter((each) => !present.has(decoratorName(each, merge.style.names)));
  if (added.length === 0) return;
  const text = added.map((each) =>
    codeIn(merge.style, wanted.file, wanted.node, [each.getStart(wanted.file), each.end]),
  );
  const start = own.node.getStart(own.file);
  addEdit(merge, own.file, { start, end: start, text: text.map((each) => `${each}\n`).join('') });
}

/**
 * Handles a statement that calls a method of a builder, such as `webhooks.withValidator(...)`: the user can have the
 * call in a chain, with any arguments.
 * @returns whether nothing else needs to be done
 */
export function isCalled(unit: Unit, lists: UnitLists, holder: Holder, merge: UnitMerge): boolean {
  const { own } = holder;
  const call = builderCall(unit.node);
  if (call === undefined || own === undefined) return false;
  const receiver = merge.style.names.get(call.receiver) ?? call.receiver;
  // A builder is a variable that is declared next to its calls; a call such as `vi.waitFor(...)` is not on a builder.
  if (!lists.after.some(({ name }) => name === receiver)) return false;
  const all = tokens(merge, own, false);
  const texts = all.map(({ text }) => text);
  if (placesOf(['.', call.method, '('], texts).length > 0) return true;
  const [last, ...others] = placesOf(['.', 'complete', '('], texts);
  if (texts.includes(receiver)) return false;
  if (last === undefined || others.length > 0) {
    merge.problems.push(addedByHand(merge, unit, holder));
    return true;
  }
  const { expression } = callIn(unit.node)!;
  const dot = (expression as ts.PropertyAccessExpression).expression.end;
  const link = codeIn(merge.style, unit.file, unit.node, [dot, callIn(unit.node)!.end]);
  const [previous, next] = [all[last - 1]!, all[last]!];
  const between = own.file.text.slice(previous.end, next.start);
  const gap = between.includes('\n') ? between.slice(between.lastIndexOf('\n')) : '';
  const at = gap === '' ? previous.end : endOfComments(own.file.text, previous.end);
  addEdit(merge, own.file, { start: at, end: at, text: gap + link });
  return true;
}

export function addedByHand({ style }: UnitMerge, { file, node }: Unit, { own, symbol = '' }: Holder): CodeProblem {
  const lines = codeIn(style, file, node, [node.getStart(file), node.end]).split(/\r?\n/);
  return { kind: 'add', symbol, lines, ...(own && { place: own }) };
}

/**
 * Adds a unit after the one that it follows in the scaffolded code, before the one that follows it there, or at the
 * beginning. If the user has replaced the code around it, a statement is omitted.
 */
export function addUnit(merge: UnitMerge, unit: Unit, lists: UnitLists, holder: Holder): void {
  const { existing, after } = lists;
  const isOrdered = isInOrder(unit, holder);
  const [above, below] = neighbors(unit, lists, isOrdered);
  const own = (all: readonly Unit[]): Unit | undefined =>
    all.map((each) => find(existing, each)).find((each) => each?.file === holder.file);
  const previous = own(above);
  const next = own(below);
  const isFree = previous === undefined && next === undefined;
  const hasNoPlace = isOrdered && isFree && existing.some((each) => each.file === holder.file);
  if (hasNoPlace || isOfReplaced(merge, unit, lists)) {
    if (merge.isTold(namesIn(unit.node, [])))
      merge.problems.push({ ...addedByHand(merge, unit, holder), isGone: true });
    return;
  }
  addBeside(merge, unit, { after, previous, next }, holder);
}

/**
 * Reports whether a unit is a statement that the user's code does not need, because the user has removed the scaffolded
 * code around it.
 */
function isOfReplaced(merge: UnitMerge, { node }: Unit, { existing, before, after }: UnitLists): boolean {
  if (!typescript.isStatement(node) || isDeclared(node) || merge.isConnection(namesIn(node, []))) return false;
  return before.length > 0 && ![...before, ...after].some((each) => find(existing, each) !== undefined);
}

/**
 * Reports whether a unit must be between its neighbors: a statement has effects, or a variable has a value, only from
 * there on.
 */
function isInOrder({ code, node }: Unit, { own }: Holder): boolean {
  return code !== undefined || (own !== undefined && typescript.isVariableStatement(node));
}

/**
 * Returns the units above and below a unit, nearest first; for a statement that must be in order, only the nearest one
 * that was scaffolded before.
 */
function neighbors(
  unit: Unit,
  { before, after }: UnitLists,
  isOrdered: boolean,
): readonly [above: readonly Unit[], below: readonly Unit[]] {
  const index = after.indexOf(unit);
  const [above, below] = [after.slice(0, index).toReversed(), after.slice(index + 1)];
  if (!isOrdered) return [above, below];
  const nearest = (all: readonly Unit[]): readonly Unit[] => {
    const last = all.findIndex((each) => find(before, each) !== undefined);
    return last < 0 ? all : all.slice(0, last + 1);
  };
  return [nearest(above), nearest(below)];
}

interface Beside {
  readonly after: readonly Unit[];
  readonly previous: Unit | undefined;
  readonly next: Unit | undefined;
}

function addBeside(merge: UnitMerge, unit: Unit, { after, previous, next }: Beside, holder: Holder): void {
  const { file } = unit;
  const start = startOf(unit.node, file);
  const written = codeIn(merge.style, file, unit.node, [start, unit.node.end]);
  const above = file.text.slice(0, start);
  const isApart = /\n[ \t]*\n[ \t]*$/.test(above);
  const lines = isApart ? '\n\n' : '\n';
  const add = (edit: Edit): void => {
    merge.added.set(edit, unit);
    addEdit(merge, holder.file, edit);
  };
  if (previous !== undefined) {
    const indent = indentAt(holder.file.text, previous.node.getStart(holder.file));
    const at = endOfLine(holder.file.text, previous.node.end);
    const code = ended(written, unit, holder.file.text.slice(at));
    add({ start: at, end: at, text: lines + indented(code, indent, indentOf(above)) });
  } else if (next !== undefined) {
    const at = startOf(next.node, holder.file);
    const code = ended(written, unit, `\n${holder.file.text.slice(at)}`);
    const indent = indentAt(holder.file.text, at);
    const isNextApart = unit.name !== after.at(-1)?.name && isApartBelow(file.text, unit.node.end);
    const gap = `${isNextApart ? '\n\n' : '\n'}${indent}`;
    add({
      start: at,
      end: at,
      text: indented(code, indent, indentOf(above)).trimStart() + gap,
    });
  } else
    add({
      start: holder.start,
      end: holder.start,
      text: holder.start === 0 ? `${written}\n\n` : lines + indentOf(above) + written,
    });
}

/** Returns a statement with a semicolon if the code below it would otherwise continue it. */
function ended(code: string, { node }: Unit, below: string): string {
  return canEndWithSemicolon(node) && !code.endsWith(';') && !endsByItself(below) ? `${code};` : code;
}

function isApartBelow(text: string, end: number): boolean {
  return /^[^\n]*\n[ \t]*\n/.test(text.slice(end));
}

function indentOf(above: string): string {
  return blanksBefore(above, above.length);
}

export function indentAt(text: string, start: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))![0];
}

export function indented(code: string, indent: string, own: string): string {
  return indent + code.replaceAll(`\n${own}`, `\n${indent}`);
}
