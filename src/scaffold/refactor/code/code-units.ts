import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { noNames, tokensOf, type Names } from './code-tokens.js';

/** A declaration or another statement, or a member of a class, by its name. */
export interface Unit {
  readonly name: string;
  /** The name that a statement has because it replaces another one that is named by its code. */
  readonly codeName?: string;
  /** The tokens of a statement that is named by its code, because it declares nothing and is not a test or a hook. */
  readonly code?: readonly string[];
  readonly node: ts.Node;
  readonly file: ts.SourceFile;
}

/** Returns the statements of a file except imports. */
export function unitsOf(file: ts.SourceFile, names: Names = noNames): readonly Unit[] {
  return toUnits(
    file.statements.filter((each) => !typescript.isImportDeclaration(each)),
    file,
    names,
  );
}

/** Returns the statements in the body of a function, of a callback or of a constant's value, or the members of a class. */
export function innerUnits({ node, file }: Unit, names: Names = noNames): readonly Unit[] | undefined {
  if (typescript.isClassDeclaration(node)) return toUnits(node.members, file, names);
  const body = bodyOf(node);
  return body && toUnits((body as ts.Block).statements, file, names);
}

/**
 * Returns the units after a change. A statement that is named by its code has the name of the one that it replaces: the
 * most similar one of the same type after the same unit.
 */
export function namedAsBefore(before: readonly Unit[], after: readonly Unit[]): readonly Unit[] {
  const [old, fresh] = [new Set(before.map(({ name }) => name)), new Set(after.map(({ name }) => name))];
  const gone = new Map<string, Unit[]>();
  let above = '';
  for (const unit of before) {
    if (fresh.has(unit.name)) above = unit.name;
    else gone.set(above, [...(gone.get(above) ?? []), unit]);
  }
  above = '';
  return after.map((unit) => {
    if (old.has(unit.name)) above = unit.name;
    const replaced = old.has(unit.name) ? undefined : takeLike(unit, gone.get(above) ?? []);
    return replaced === undefined ? unit : { ...unit, name: replaced.name, codeName: unit.name };
  });
}

function takeLike(unit: Unit, units: Unit[]): Unit | undefined {
  const best = unit.code === undefined ? undefined : mostAlike(unit, units);
  return best && units.splice(units.indexOf(best.each), 1)[0];
}

/** Returns the statement of the same type that has the largest share of its words in common with a statement. */
function mostAlike(
  unit: Unit,
  candidates: Iterable<Unit>,
): { readonly each: Unit; readonly alike: number } | undefined {
  const [best] = [...candidates]
    .filter((each) => each.code !== undefined && each.node.kind === unit.node.kind)
    .map((each) => ({ each, alike: alikeCode(unit, each) }))
    .toSorted((one, other) => other.alike - one.alike);
  return best;
}

/** Statements that share at least this part of their words are the same statement, edited. */
const leastAlike = 0.45;

/**
 * Returns the statements of a user. One that is named by its code, and that is an edited scaffolded one, has the name
 * of the scaffolded one.
 * @param scaffolded the statements before and after a change, with the names of the user
 */
export function namedAsScaffolded(
  own: readonly Unit[],
  scaffolded: readonly [before: readonly Unit[], after: readonly Unit[]],
): readonly Unit[] {
  const known = new Set(scaffolded.flat().flatMap(({ name, codeName }) => [name, ...(codeName ? [codeName] : [])]));
  const there = new Set(own.map(({ name }) => name));
  const left = new Set(own.filter(({ name, code }) => code !== undefined && !known.has(name)));
  const renamed = new Map<Unit, string>();
  const made = new Set(scaffolded[1].flatMap(({ name, codeName }) => (there.has(codeName ?? '') ? [name] : [])));
  for (const old of scaffolded[0]) {
    if (old.code === undefined || there.has(old.name) || made.has(old.name)) continue;
    const best = mostAlike(old, left);
    if (best === undefined || best.alike < leastAlike) continue;
    left.delete(best.each);
    renamed.set(best.each, old.name);
  }
  return own.map((each) => ({ ...each, name: renamed.get(each) ?? each.name }));
}

/** Returns the share of words that two statements have in common: names and literals. */
function alikeCode({ code: one = [] }: Unit, { code: other = [] }: Unit): number {
  const [words, others] = [one, other].map((all) => all.filter((each) => /[\w'"`]/.test(each)));
  const [longer, shorter] = words!.length > others!.length ? [words!, others!] : [others!, words!];
  return longer.length === 0 ? 0 : sharedPart(longer, shorter);
}

/** Returns the share of some words that is also among others, counting each word as often as it occurs there. */
export function sharedPart(wanted: readonly string[], there: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1);
  let same = 0;
  for (const each of wanted) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    left.set(each, count - 1);
    same += 1;
  }
  return same / wanted.length;
}

function toUnits(nodes: readonly ts.Node[], file: ts.SourceFile, names: Names): readonly Unit[] {
  const seen = new Map<string, number>();
  const variables = new Set(nodes.flatMap((node) => variablesOf(node, file)));
  return nodes.map((node) => {
    const own = nameOf(node, file, names, variables);
    const code = own === undefined ? tokensOf(node, file, { names }).map(({ text }) => text) : undefined;
    const name = own ?? code!.join(' ');
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return { name: times === 0 ? name : `${name} ${times}`, node, file, ...(code && { code }) };
  });
}

function variablesOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  return typescript.isVariableStatement(node)
    ? node.declarationList.declarations.map(({ name }) => name.getText(file))
    : [];
}

/** Returns the braces of a unit and everything between them. */
export function bodyOf(node: ts.Node): ts.Node | undefined {
  if (typescript.isClassDeclaration(node))
    return node
      .getChildren()
      .find(({ kind, pos }) => kind === typescript.SyntaxKind.SyntaxList && pos >= node.members.pos);
  const held = functionIn(node);
  const body = held && 'body' in held ? (held as { readonly body?: ts.Node }).body : undefined;
  return body !== undefined && typescript.isBlock(body) ? body : undefined;
}

/** Reports whether a unit is a function without braces, such as `(manager) => builder(manager).complete()`. */
export function isExpressionBody({ node }: Unit): boolean {
  const held = functionIn(node);
  return held !== undefined && typescript.isArrowFunction(held) && !typescript.isBlock(held.body);
}

function functionIn(node: ts.Node): ts.Node | undefined {
  if (typescript.isFunctionLike(node)) return node;
  const holder = typescript.isVariableStatement(node) ? node.declarationList.declarations[0]! : node;
  if (typescript.isVariableDeclaration(holder) || typescript.isPropertyDeclaration(holder)) {
    const { initializer } = holder;
    return initializer && typescript.isFunctionLike(initializer) ? initializer : undefined;
  }
  const call = callIn(node);
  return call?.arguments.find((each) => typescript.isFunctionLike(each));
}

/**
 * Returns the call that a statement consists of.
 * @param withValue whether the result may also be assigned to a variable
 */
export function callIn(node: ts.Node, withValue = false): ts.CallExpression | undefined {
  const value = withValue ? assignedIn(node)?.value : undefined;
  if (value === undefined && !typescript.isExpressionStatement(node)) return undefined;
  const whole = value ?? (node as ts.ExpressionStatement).expression;
  const isPrefixed = typescript.isAwaitExpression(whole) || (withValue && typescript.isVoidExpression(whole));
  const expression = isPrefixed ? whole.expression : whole;
  return typescript.isCallExpression(expression) ? expression : undefined;
}

/** A variable to which a statement assigns a value. */
export interface Assigned {
  readonly name: string;
  readonly value: ts.Expression | undefined;
}

/**
 * Returns the variable that a statement declares or assigns.
 * @param isDeclared whether only declarations count
 */
export function assignedIn(node: ts.Node, isDeclared = false): Assigned | undefined {
  if (typescript.isVariableStatement(node)) {
    const [first, ...others] = node.declarationList.declarations;
    if (first === undefined || others.length > 0 || !typescript.isIdentifier(first.name)) return undefined;
    return { name: first.name.text, value: first.initializer };
  }
  const expression = !isDeclared && typescript.isExpressionStatement(node) ? node.expression : undefined;
  if (expression === undefined || !typescript.isBinaryExpression(expression)) return undefined;
  const { left, operatorToken, right } = expression;
  const isAssignment = operatorToken.kind === typescript.SyntaxKind.EqualsToken && typescript.isIdentifier(left);
  return isAssignment ? { name: left.text, value: right } : undefined;
}

/** Returns the name of the variable and of the method that a statement calls: `webhooks` and `complete`. */
export function builderCall(node: ts.Node): { readonly receiver: string; readonly method: string } | undefined {
  const callee = callIn(node)?.expression;
  if (callee === undefined || !typescript.isPropertyAccessExpression(callee)) return undefined;
  const { expression, name } = callee;
  return typescript.isIdentifier(expression) ? { receiver: expression.text, method: name.text } : undefined;
}

/**
 * Returns the name of a declaration; for a test or a hook, its function and its title; for a call of a builder, its
 * method.
 * @param variables the variables that are declared next to the node
 * @returns undefined if only its code identifies a statement
 */
function nameOf(node: ts.Node, file: ts.SourceFile, names: Names, variables: ReadonlySet<string>): string | undefined {
  const own = (name: ts.Node): string => names.get(name.getText(file)) ?? name.getText(file);
  if (typescript.isConstructorDeclaration(node)) return 'constructor';
  const { name } = node as { readonly name?: ts.Node };
  if (name !== undefined) return own(name);
  if (typescript.isVariableStatement(node))
    return node.declarationList.declarations.map((each) => own(each.name)).join(', ');
  const call = callIn(node);
  if (call === undefined) return undefined;
  const builder = builderCall(node);
  if (builder !== undefined && variables.has(builder.receiver)) return `.${builder.method}()`;
  if (!call.arguments.some(typescript.isFunctionLike)) return undefined;
  const title = call.arguments.find(typescript.isStringLiteral)?.text;
  if (title === undefined && !typescript.isIdentifier(call.expression)) return undefined;
  return `${lastName(call.expression, file)}(${title ?? ''})`;
}

/** Returns the name of a unit for messages: for a test its code up to the title, for a statement the beginning of its code. */
export function shownName({ name, code, node, file }: Unit): string {
  const call = code === undefined ? callIn(node) : undefined;
  const title = call?.arguments.find(typescript.isStringLiteral);
  if (call !== undefined && title !== undefined) return `${rootName(call.expression, file)}(${title.getText(file)})`;
  const [line = ''] = node.getText(file).split(/\r?\n/, 1);
  return code === undefined ? name : line.slice(0, 60);
}

/** Returns the name of the function with which a chain begins: `describe` for `describe.skipIf(...)`. */
function rootName(callee: ts.Expression, file: ts.SourceFile): string {
  const isLink = typescript.isPropertyAccessExpression(callee) || typescript.isCallExpression(callee);
  return isLink ? rootName(callee.expression, file) : callee.getText(file);
}

function lastName(callee: ts.Expression, file: ts.SourceFile): string {
  if (typescript.isPropertyAccessExpression(callee)) return `.${callee.name.text}`;
  return typescript.isCallExpression(callee) ? lastName(callee.expression, file) : callee.getText(file);
}

/** Returns the start of a unit, including the comments above it. */
export function startOf(node: ts.Node, file: ts.SourceFile): number {
  const [comment] = commentsAbove(node, file);
  return comment?.pos ?? node.getStart(file);
}

/** Returns the comments directly above a node. */
export function commentsAbove(node: ts.Node, file: ts.SourceFile): readonly ts.CommentRange[] {
  const all = typescript.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  // A comment after the previous statement, on the same line, belongs to that statement.
  return all.filter(({ pos }) => pos === 0 || /\n[ \t]*$/.test(file.text.slice(0, pos)));
}

/** Reports whether a comment above code does not belong only to that code: an empty line follows it. */
export function isDetached(text: string, { end }: ts.CommentRange): boolean {
  return /^[ \t]*\r?\n[ \t]*\r?\n/.test(text.slice(end));
}

/** Reports whether a node is a statement or a declaration, and not only a block. */
export function isStatement(node: ts.Node): boolean {
  return typescript.isStatement(node) && !typescript.isBlock(node);
}

export function isExported(node: ts.Node): boolean {
  const modifiers = typescript.canHaveModifiers(node) ? typescript.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) ?? false;
}
