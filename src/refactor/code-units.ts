import { typescript, type ts } from '../compiler/compiler.js';
import { noNames, tokensOf, type Names } from './code-tokens.js';

/** A declaration or another statement, or a member of a class, by its name. */
export interface Unit {
  readonly name: string;
  /** The name that its code gives to a statement, if it replaces another one and has the name of that. */
  readonly codeName?: string;
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

/** Returns the statements in the body of a function, of a callback or of what a constant holds, or the members of a class. */
export function innerUnits({ node, file }: Unit, names: Names = noNames): readonly Unit[] | undefined {
  if (typescript.isClassDeclaration(node)) return toUnits(node.members, file, names);
  const body = bodyOf(node);
  return body && toUnits((body as ts.Block).statements, file, names);
}

/**
 * Returns the units after a change. A statement that is called by its code has the name of the one that it replaces: the
 * one of the same sort behind the same unit.
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

function takeLike({ node }: Unit, units: Unit[]): Unit | undefined {
  const index = units.findIndex((each) => each.node.kind === node.kind && !isNamed(each.node));
  return index < 0 || isNamed(node) ? undefined : units.splice(index, 1)[0];
}

/** Reports whether a unit has a name, and not only code. */
export function isNamed(node: ts.Node): boolean {
  const { name } = node as { readonly name?: ts.Node };
  return (
    name !== undefined ||
    typescript.isConstructorDeclaration(node) ||
    typescript.isVariableStatement(node) ||
    callIn(node) !== undefined
  );
}

function toUnits(nodes: readonly ts.Node[], file: ts.SourceFile, names: Names): readonly Unit[] {
  const seen = new Map<string, number>();
  return nodes.map((node) => {
    const name = nameOf(node, file, names);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return { name: times === 0 ? name : `${name} ${times}`, node, file };
  });
}

/** Returns the braces of a unit with everything between them. */
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
  if (typescript.isVariableStatement(node)) {
    const { initializer } = node.declarationList.declarations[0]!;
    return initializer && typescript.isFunctionLike(initializer) ? initializer : undefined;
  }
  const call = callIn(node);
  return call?.arguments.find((each) => typescript.isFunctionLike(each));
}

/** Returns the call that a statement consists of. */
export function callIn(node: ts.Node): ts.CallExpression | undefined {
  if (!typescript.isExpressionStatement(node)) return undefined;
  const expression = typescript.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return typescript.isCallExpression(expression) ? expression : undefined;
}

/** Returns the name of the variable and of the method that a statement calls: `webhooks` and `complete`. */
export function builderCall(node: ts.Node): { readonly receiver: string; readonly method: string } | undefined {
  const callee = callIn(node)?.expression;
  if (callee === undefined || !typescript.isPropertyAccessExpression(callee)) return undefined;
  const { expression, name } = callee;
  return typescript.isIdentifier(expression) ? { receiver: expression.text, method: name.text } : undefined;
}

/** Returns the name of a declaration; for a call, its last name and its title; for anything else, its code. */
function nameOf(node: ts.Node, file: ts.SourceFile, names: Names): string {
  const own = (name: ts.Node): string => names.get(name.getText(file)) ?? name.getText(file);
  if (typescript.isConstructorDeclaration(node)) return 'constructor';
  const { name } = node as { readonly name?: ts.Node };
  if (name !== undefined) return own(name);
  if (typescript.isVariableStatement(node))
    return node.declarationList.declarations.map((each) => own(each.name)).join(', ');
  const call = callIn(node);
  if (call !== undefined) {
    const title = call.arguments.find(typescript.isStringLiteral)?.text;
    const isTitled = title !== undefined && call.arguments.some(typescript.isFunctionLike);
    return `${lastName(call.expression, file)}(${isTitled ? title : ''})`;
  }
  return tokensOf(node, file, { names })
    .map(({ text }) => text)
    .join(' ');
}

function lastName(callee: ts.Expression, file: ts.SourceFile): string {
  if (typescript.isPropertyAccessExpression(callee)) return `.${callee.name.text}`;
  return typescript.isCallExpression(callee) ? lastName(callee.expression, file) : callee.getText(file);
}

/** Returns the code of a unit with the comments above it. */
export function startOf(node: ts.Node, file: ts.SourceFile): number {
  const [comment] = commentsAbove(node, file);
  return comment?.pos ?? node.getStart(file);
}

/** Returns the comments directly above a node. */
export function commentsAbove(node: ts.Node, file: ts.SourceFile): readonly ts.CommentRange[] {
  const all = typescript.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  // A comment behind the previous statement, in the same line, belongs to that one.
  return all.filter(({ pos }) => pos === 0 || /\n[ \t]*$/.test(file.text.slice(0, pos)));
}

export function isExported(node: ts.Node): boolean {
  const modifiers = typescript.canHaveModifiers(node) ? typescript.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) ?? false;
}
