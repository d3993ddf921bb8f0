import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Token } from './code-tokens.js';
import { isStatement, type Unit } from './code-units.js';

/** Tokens of a scaffolded declaration that belong together: a change of some of them is a change of all. */
export interface Enclosing {
  readonly from: number;
  readonly to: number;
  readonly isStatement: boolean;
}

/** The code around a change. */
export interface Surroundings {
  /** From the smallest to the largest. */
  readonly all: readonly Enclosing[];
  /** Whether the change is in a statement that declares nothing. */
  readonly isPlain: boolean;
  /** Whether it is in a chain of calls that begins with a function, such as `controllerManagedBy(manager).for(Foo)`. */
  readonly isChain: boolean;
}

/**
 * Returns the code around tokens: the statement and, in a declaration, also a property, a parameter or a decorator.
 * @param tokens the tokens of the unit
 */
export function surroundingsOf(
  { node, file }: Unit,
  tokens: readonly Token[],
  { from, to }: { readonly from: number; readonly to: number },
): Surroundings {
  const [first, last] = from === to ? [tokens[from - 1], tokens[from]] : [tokens[from], tokens[to - 1]];
  const [start, end] = [(first ?? last)!.start, (last ?? first)!.end];
  const rangeOf = (each: ts.Node): Enclosing => {
    const begin = each.getStart(file);
    const inside = tokens.flatMap((token, index) => (token.start >= begin && token.end <= each.end ? [index] : []));
    return { from: inside[0] ?? 0, to: (inside.at(-1) ?? -1) + 1, isStatement: isStatement(each) };
  };
  const found = [node];
  let [isPlain, isChain] = [isStatement(node) && !isDeclared(node), false];
  for (let next = childAround(node, file, start, end); next !== undefined;) {
    if (isStatement(next)) {
      found.unshift(next);
      [isPlain, isChain] = [!isDeclared(next), false];
    } else if (!isPlain && isPart(next)) found.unshift(next);
    isChain ||= typescript.isCallExpression(next) && isBuilder(next);
    next = childAround(next, file, start, end);
  }
  return { all: found.map(rangeOf), isPlain, isChain };
}

function childAround(node: ts.Node, file: ts.SourceFile, start: number, end: number): ts.Node | undefined {
  return typescript.forEachChild(node, (each) => (each.getStart(file) <= start && end <= each.end ? each : undefined));
}

/** Reports whether a statement declares something. */
export function isDeclared(node: ts.Node): boolean {
  return (
    typescript.isVariableStatement(node) ||
    typescript.isExportAssignment(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node)
  );
}

function isPart(node: ts.Node): boolean {
  return (
    typescript.isObjectLiteralElement(node) ||
    typescript.isClassElement(node) ||
    typescript.isTypeElement(node) ||
    typescript.isEnumMember(node) ||
    typescript.isParameter(node) ||
    typescript.isDecorator(node) ||
    typescript.isHeritageClause(node)
  );
}

/** Reports whether a call is part of a chain that begins with the call of a function. */
function isBuilder(call: ts.CallExpression): boolean {
  let at: ts.Expression = call.expression;
  let links = 0;
  while (typescript.isPropertyAccessExpression(at) && typescript.isCallExpression(at.expression)) {
    links += 1;
    at = at.expression.expression;
  }
  return links > 0 && typescript.isIdentifier(at);
}
