import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { bare, isConst, symbolAt, unquoted } from './calls.js';
import { isUntouched } from './untouched.js';

/** Returns the text of a constant: a literal, or a name with a literal type. */
export function constantText(node: ts.Expression, program: Pick<SourceProgram, 'checker'>): string | undefined {
  if (typescript.isStringLiteralLike(node)) return node.text;
  const { checker } = program;
  // The compiler is not asked about other names, because it would follow the control flow.
  if (!isConstant(node, program)) return undefined;
  const isShorthand = node.parent !== undefined && typescript.isShorthandPropertyAssignment(node.parent);
  const symbol = isShorthand ? checker.getShorthandAssignmentValueSymbol(node.parent) : undefined;
  const type = symbol === undefined ? checker.getTypeAtLocation(node) : checker.getTypeOfSymbolAtLocation(symbol, node);
  return type.isStringLiteral() ? type.value : undefined;
}

/** Reports whether an expression is a constant, or a property of one. */
function isConstant(node: ts.Expression, program: Pick<SourceProgram, 'checker'>): boolean {
  const inner = bare(node);
  if (typescript.isPropertyAccessExpression(inner)) return isConstant(inner.expression, program);
  const [declaration] = (typescript.isIdentifier(inner) && symbolAt(inner, program)?.declarations) || [];
  if (declaration === undefined) return false;
  return typescript.isVariableDeclaration(declaration)
    ? isConst(declaration)
    : typescript.isEnumDeclaration(declaration);
}

/** Returns a property of an object literal, or of a constant object that nothing changes. */
export function propertyIn(
  object: ts.Expression | undefined,
  path: readonly string[],
  program: SourceProgram,
): ts.Expression | undefined {
  const [name, ...rest] = path;
  const node = object && bare(object);
  if (name === undefined || node === undefined) return node;
  if (typescript.isIdentifier(node)) {
    const [declaration] = symbolAt(node, program)?.declarations ?? [];
    const isFixed = declaration && typescript.isVariableDeclaration(declaration) && isConst(declaration);
    const found = isFixed ? propertyIn(declaration.initializer, path, program) : undefined;
    return found !== undefined && isFixed && isUntouched(declaration, program) ? found : undefined;
  }
  if (!typescript.isObjectLiteralExpression(node)) return undefined;
  const index = node.properties.findLastIndex((each) => isNamed(each, name));
  const property = node.properties[index];
  if (property === undefined || node.properties.slice(index + 1).some((each) => canReplace(each, name, program)))
    return undefined;
  if (typescript.isPropertyAssignment(property)) return propertyIn(property.initializer, rest, program);
  return typescript.isShorthandPropertyAssignment(property) ? propertyIn(property.name, rest, program) : undefined;
}

function isNamed({ name: own }: ts.ObjectLiteralElementLike, name: string): boolean {
  return own !== undefined && !typescript.isComputedPropertyName(own) && unquoted(own) === name;
}

/** Reports whether a later part of an object literal may replace a property: a spread, or a computed name. */
function canReplace(part: ts.ObjectLiteralElementLike, name: string, { checker }: SourceProgram): boolean {
  if (!typescript.isSpreadAssignment(part))
    return part.name !== undefined && typescript.isComputedPropertyName(part.name);
  const type = checker.getTypeAtLocation(part.expression);
  const isKnown = (type.flags & typescript.TypeFlags.Object) !== 0 && checker.getIndexInfosOfType(type).length === 0;
  return !isKnown || checker.getPropertyOfType(type, name) !== undefined;
}
