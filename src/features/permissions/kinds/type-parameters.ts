import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { returnedIn, visitAll, type Call, type FunctionLike } from '../code/calls.js';
import { partsOf } from './type-parts.js';

/**
 * Returns the arguments of a call from which TypeScript infers each of its type parameters.
 * @param isForResult whether to include only type parameters that occur in the result
 */
export function argumentsByParameter(
  call: Call,
  isForResult: boolean,
  program: SourceProgram,
): readonly (readonly ts.Expression[])[] {
  const type = program.checker.getTypeAtLocation(call.expression);
  const signatures = typescript.isNewExpression(call) ? type.getConstructSignatures() : type.getCallSignatures();
  return signatures.flatMap((signature) =>
    (signature.getTypeParameters() ?? [])
      .filter((each) => !isForResult || hasPart(signature.getReturnType(), each, program))
      .map(({ symbol: { name } }) =>
        (call.arguments ?? []).filter((_, index) => {
          const given = typeOfParameter(signature, index);
          return given !== undefined && mentions(given, name);
        }),
      ),
  );
}

/** Returns the type of the parameter for an argument. All further arguments have the type of a rest parameter. */
function typeOfParameter({ parameters }: ts.Signature, index: number): ts.TypeNode | undefined {
  const declaration = (parameters[index] ?? parameters.at(-1))?.valueDeclaration;
  if (declaration === undefined || !typescript.isParameter(declaration)) return undefined;
  return parameters[index] !== undefined || declaration.dotDotDotToken !== undefined ? declaration.type : undefined;
}

/** Maximum depth of nested types that are searched for a type parameter. */
const deepest = 5;

function hasPart(type: ts.Type, part: ts.Type, program: SourceProgram, depth = deepest): boolean {
  if (type === part) return true;
  return depth > 0 && partsOf(type, program).some((each) => hasPart(each, part, program, depth - 1));
}

function mentions(node: ts.Node, name: string): boolean {
  let isMentioned = false;
  visitAll(node, (each) => {
    isMentioned ||= typescript.isIdentifier(each) && each.text === name;
  });
  return isMentioned;
}

/** Returns the expressions that a function returns. */
export function resultsOf({ body }: FunctionLike): readonly ts.Expression[] {
  if (body === undefined) return [];
  return typescript.isBlock(body) ? returnedIn(body) : [body];
}

/** Returns the calls that have a function as an argument, or as part of one. */
export function callsAround(callback: ts.Node): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  let inner = callback;
  while (
    typescript.isCallExpression(inner.parent)
      ? inner.parent.expression !== inner
      : typescript.isObjectLiteralElement(inner.parent) || typescript.isObjectLiteralExpression(inner.parent)
  ) {
    inner = inner.parent;
    if (typescript.isCallExpression(inner)) found.push(inner);
  }
  return found;
}
