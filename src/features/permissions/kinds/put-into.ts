import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isAssignment, isFunctionLike, isOfRuntime, nameOf, symbolAt } from '../code/calls.js';
import { enclosing } from '../code/surroundings.js';

/**
 * Returns the types of the containers of a value: a list, a conditional expression, a variable, the result of a
 * function. In these places, TypeScript keeps one of several types if the others are assignable to it. The type of a
 * name is omitted, because conditions narrow it.
 */
export function typesAround(value: ts.Expression, program: SourceProgram): readonly (readonly ts.Type[])[] {
  const { checker } = program;
  const found: (readonly ts.Type[])[] = [];
  let inner: ts.Node = value;
  for (;;) {
    const { parent }: { parent: ts.Node | undefined } = inner;
    if (parent === undefined) return found;
    if (typescript.isArrayLiteralExpression(parent) || isEither(parent, inner))
      found.push([checker.getTypeAtLocation(parent)]);
    else if (!isPartOf(parent, inner)) {
      found.push(typesAt(parent, inner, program));
      return found;
    }
    inner = parent;
  }
}

/** Reports whether an expression has the value of one of two operands, one of which is given. */
function isEither(parent: ts.Node, value: ts.Node): boolean {
  if (typescript.isConditionalExpression(parent)) return parent.condition !== value;
  if (!typescript.isBinaryExpression(parent)) return false;
  const { BarBarToken, QuestionQuestionToken } = typescript.SyntaxKind;
  const { kind } = parent.operatorToken;
  return kind === BarBarToken || kind === QuestionQuestionToken;
}

/** Reports whether a value is, or is part of, the value of its parent. An assertion changes the type on purpose. */
function isPartOf(parent: ts.Node, value: ts.Node): boolean {
  if (typescript.isPropertyAssignment(parent)) return parent.initializer === value;
  if (typescript.isAsExpression(parent)) return typescript.isConstTypeReference(parent.type);
  return (
    typescript.isParenthesizedExpression(parent) ||
    typescript.isAwaitExpression(parent) ||
    typescript.isNonNullExpression(parent) ||
    typescript.isSatisfiesExpression(parent) ||
    typescript.isSpreadElement(parent) ||
    typescript.isSpreadAssignment(parent) ||
    typescript.isShorthandPropertyAssignment(parent) ||
    typescript.isObjectLiteralExpression(parent)
  );
}

function typesAt(parent: ts.Node, value: ts.Node, program: SourceProgram): readonly ts.Type[] {
  const { checker } = program;
  if (isAssignment(parent)) return parent.right === value ? declaredTypes(parent.left, program) : [];
  if (typescript.isVariableDeclaration(parent) || typescript.isPropertyDeclaration(parent))
    return parent.type === undefined ? [] : [checker.getTypeFromTypeNode(parent.type)];
  if (typescript.isReturnStatement(parent)) return returnTypes(enclosing(parent), program);
  if (typescript.isArrowFunction(parent)) return parent.body === value ? returnTypes(parent, program) : [];
  return typescript.isCallExpression(parent) ? typesInCall(parent, value, program) : [];
}

function declaredTypes(target: ts.Expression, program: SourceProgram): readonly ts.Type[] {
  const name = nameOf(target);
  const symbol = name && symbolAt(name, program);
  return symbol === undefined ? [] : [program.checker.getTypeOfSymbol(symbol)];
}

/** Returns the type of a function's result; none for other nodes. */
export function returnTypes(from: ts.Node | undefined, { checker }: SourceProgram): readonly ts.Type[] {
  if (from === undefined || !isFunctionLike(from)) return [];
  const signature = checker.getSignatureFromDeclaration(from);
  return signature === undefined ? [] : [signature.getReturnType()];
}

/** Returns the type of a parameter. For a method of the standard library, returns the types of the collection and the result. */
function typesInCall(call: ts.CallExpression, value: ts.Node, program: SourceProgram): readonly ts.Type[] {
  const { checker } = program;
  const index = call.arguments.indexOf(value as ts.Expression);
  const [signature] = index === -1 ? [] : checker.getTypeAtLocation(call.expression).getCallSignatures();
  const declaration = signature?.declaration;
  if (signature === undefined || declaration === undefined || isOfRuntime(declaration, program)) return [];
  const parameter = signature.parameters[index];
  if (program.files.includes(declaration.getSourceFile()))
    return parameter === undefined ? [] : [checker.getTypeOfSymbol(parameter)];
  const callee = call.expression;
  const owner = typescript.isPropertyAccessExpression(callee) ? [checker.getTypeAtLocation(callee.expression)] : [];
  return [checker.getTypeAtLocation(call), ...owner];
}
