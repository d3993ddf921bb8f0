import { isAssertion } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';

export type FunctionLike =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.GetAccessorDeclaration;

export type Call = ts.CallExpression | ts.NewExpression;

/** The expressions from which the value of an expression comes at run time. */
export interface Origins {
  readonly values: ReadonlySet<ts.Expression>;
  /** Whether the value can also come from unknown code, such as an installed package. */
  readonly isOpen: boolean;
}

/** Reports whether an operator assigns its right operand: `=`, `??=`, `||=`, `&&=`. */
export function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  if (!typescript.isBinaryExpression(node)) return false;
  const { EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken, AmpersandAmpersandEqualsToken } =
    typescript.SyntaxKind;
  const { kind } = node.operatorToken;
  return [EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken, AmpersandAmpersandEqualsToken].includes(kind);
}

export function isFunctionLike(node: ts.Node): node is FunctionLike {
  return (
    typescript.isFunctionDeclaration(node) ||
    typescript.isFunctionExpression(node) ||
    typescript.isArrowFunction(node) ||
    typescript.isMethodDeclaration(node) ||
    typescript.isConstructorDeclaration(node) ||
    typescript.isGetAccessorDeclaration(node)
  );
}

/** Argument of a call: an expression, or an element of a list that is spread. */
export interface Argument {
  readonly expression: ts.Expression;
  /** Index of the element. */
  readonly element?: string;
}

/** Returns an argument, even if a list is spread before it. */
export function argumentAt(given: readonly ts.Expression[], index: number): Argument | undefined {
  const spread = given.slice(0, index + 1).findIndex(typescript.isSpreadElement);
  const expression = given[spread === -1 ? index : spread];
  if (expression === undefined) return undefined;
  return typescript.isSpreadElement(expression)
    ? { expression: expression.expression, element: `${index - spread}` }
    : { expression };
}

/** Returns the arguments of a call; none for a `new` without parentheses. */
export function argumentsOf(call: Call): readonly ts.Expression[] {
  return call.arguments ?? [];
}

/** Visits a node and all nodes in it. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  const step = (each: ts.Node): void => {
    visit(each);
    typescript.forEachChild(each, step);
  };
  step(node);
}

/** Returns an expression without parts that do not change its value: parentheses, type assertions, `await`. */
export function bare(node: ts.Expression): ts.Expression {
  let inner = node;
  while (isAssertion(inner) || typescript.isAwaitExpression(inner)) inner = inner.expression;
  return inner;
}

/** Returns the symbol that a name refers to, through imports and exports. */
export function symbolAt(node: ts.Node, { checker }: Pick<SourceProgram, 'checker'>): ts.Symbol | undefined {
  const symbol =
    typescript.isIdentifier(node) &&
    node.parent !== undefined &&
    typescript.isShorthandPropertyAssignment(node.parent) &&
    node.parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  if (symbol === undefined || !(symbol.flags & typescript.SymbolFlags.Alias)) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  // For an import that it cannot resolve, the compiler returns a symbol without declarations.
  return target.declarations === undefined ? undefined : target;
}

/** Reports whether a name refers to a declaration, through imports and exports. */
export function refersTo(node: ts.Node, declaration: ts.Declaration, program: Pick<SourceProgram, 'checker'>): boolean {
  return symbolAt(node, program)?.declarations?.includes(declaration) ?? false;
}

/** Returns the first declaration of the last name in an expression; undefined if it is unknown. */
export function declarationOf(
  expression: ts.Expression,
  program: Pick<SourceProgram, 'checker'>,
): ts.Declaration | undefined {
  const name = nameOf(expression);
  return name && symbolAt(name, program)?.declarations?.[0];
}

export function isExpression(node: ts.Node): node is ts.Expression {
  return typescript.isExpression(node);
}

/** Reports whether a variable never changes. */
export function isConst(declaration: ts.VariableDeclaration): boolean {
  return (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0;
}

/** Reports whether the runtime declares a node. */
export function isOfRuntime(node: ts.Node | undefined, { runtime }: Pick<SourceProgram, 'runtime'>): boolean {
  return node !== undefined && node.getSourceFile().fileName.startsWith(`${runtime}/`);
}

/**
 * Returns the name in the tables of effects that an expression refers to, if the runtime declares it: `Reader.get`.
 * @param values the possible objects of a method, for an object of unspecific type
 */
export function runtimeName(
  callee: ts.Expression,
  program: SourceProgram,
  values: (owner: ts.Expression) => Iterable<ts.Expression>,
): string | undefined {
  const inner = bare(callee);
  const name = nameOf(inner);
  if (name === undefined) return undefined;
  const { checker } = program;
  const [declaration] = symbolAt(name, program)?.declarations ?? [];
  if (declaration !== undefined && isOfRuntime(declaration, program)) return qualified(declaration);
  if (declaration !== undefined) {
    // A variable that holds the method: `const { get } = client`.
    const isVariable = typescript.isVariableDeclaration(declaration) || typescript.isBindingElement(declaration);
    const [method] = (isVariable && checker.getTypeAtLocation(inner).symbol?.declarations) || [];
    return method !== undefined && isOfRuntime(method, program) ? qualified(method) : undefined;
  }
  if (!typescript.isPropertyAccessExpression(inner)) return undefined;
  for (const value of values(inner.expression)) {
    const property = checker.getPropertyOfType(checker.getTypeAtLocation(value), inner.name.text);
    const [method] = property?.declarations ?? [];
    if (method !== undefined && isOfRuntime(method, program)) return qualified(method);
  }
  return undefined;
}

/** Returns the name in the tables of effects for a declaration of the runtime. */
export function qualified(declaration: ts.Declaration): string | undefined {
  const own = typescript.getNameOfDeclaration(declaration)?.getText();
  const { parent } = declaration;
  const isMember = typescript.isInterfaceDeclaration(parent) || typescript.isClassDeclaration(parent);
  return isMember ? `${parent.name?.text}.${own}` : own;
}

/** Returns the name by which an expression refers to a function. */
export function nameOf(callee: ts.Expression): ts.Node | undefined {
  const inner = bare(callee);
  if (typescript.isPropertyAccessExpression(inner)) return inner.name;
  if (typescript.isIdentifier(inner)) return inner;
  return typescript.isElementAccessExpression(inner) && typescript.isStringLiteralLike(inner.argumentExpression)
    ? inner.argumentExpression
    : undefined;
}

/** Returns the name of the property that an expression reads, or that destructuring declares. */
export function memberName(node: ts.Node): string | undefined {
  if (typescript.isPropertyAccessExpression(node)) return node.name.text;
  if (typescript.isElementAccessExpression(node)) return unquoted(node.argumentExpression);
  const { parent } = node;
  const isBound = typescript.isBindingElement(parent) && parent.name === node;
  return isBound ? unquoted(parent.propertyName ?? parent.name) : undefined;
}

/** Returns a name as text, without quotes. */
export function unquoted(name: ts.Node): string {
  return name.getText().replaceAll(/^['"]|['"]$/g, '');
}

/** Returns the name of a declaration, without quotes; empty if it has none. */
export function declarationName(declaration: ts.Declaration): string {
  const name = typescript.getNameOfDeclaration(declaration);
  return name === undefined ? '' : unquoted(name);
}

/** Returns the expressions that a function returns. */
export function returnedIn(body: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionLike(node)) return;
    if (typescript.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(body, visit);
  return found;
}

export function isGenerator(node: FunctionLike): boolean {
  return 'asteriskToken' in node && node.asteriskToken !== undefined;
}
