import { withoutAssertions } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';

/** A value in a marker, or in a constant that the marker refers to. */
export interface MarkerEntry {
  readonly node: ts.Expression;
  /** The constants between the marker and the value, outermost first; none for a value in the marker itself. */
  readonly constants: readonly ts.VariableDeclaration[];
}

/** Returns the values of a property of a marker's options: the elements of a list, or the single value. */
export function entriesThrough(
  checker: ts.TypeChecker,
  options: ts.Expression | undefined,
  key: string,
): readonly MarkerEntry[] {
  const value = options && propertyIn(checker, { node: options, constants: [] }, key);
  return value === undefined ? [] : elementsIn(checker, value);
}

function propertyIn(checker: ts.TypeChecker, of: MarkerEntry, key: string): MarkerEntry | undefined {
  const { node, constants } = followed(checker, of);
  if (!typescript.isObjectLiteralExpression(node)) return undefined;
  for (const each of node.properties.toReversed()) {
    const spread = typescript.isSpreadAssignment(each)
      ? propertyIn(checker, { node: each.expression, constants }, key)
      : undefined;
    if (spread !== undefined) return spread;
    if (each.name === undefined || each.name.getText().replaceAll(/['"]/g, '') !== key) continue;
    if (typescript.isPropertyAssignment(each)) return followed(checker, { node: each.initializer, constants });
    if (typescript.isShorthandPropertyAssignment(each)) return followed(checker, { node: each.name, constants });
  }
  return undefined;
}

function elementsIn(checker: ts.TypeChecker, { node, constants }: MarkerEntry): readonly MarkerEntry[] {
  if (!typescript.isArrayLiteralExpression(node)) return [{ node, constants }];
  return node.elements.flatMap((each) =>
    typescript.isSpreadElement(each)
      ? elementsIn(checker, followed(checker, { node: each.expression, constants }))
      : [followed(checker, { node: each, constants })],
  );
}

/** Follows names of constants and of their properties to a value; returns an expression that it cannot follow unchanged. */
export function followed(checker: ts.TypeChecker, { node, constants }: MarkerEntry): MarkerEntry {
  const plain = withoutAssertions(node);
  if (constants.length > mostSteps) return { node: plain, constants };
  if (typescript.isIdentifier(plain)) {
    const constant = constantOf(checker, plain);
    if (constant === undefined || constants.includes(constant)) return { node: plain, constants };
    return followed(checker, { node: constant.initializer!, constants: [...constants, constant] });
  }
  if (typescript.isPropertyAccessExpression(plain))
    return propertyIn(checker, { node: plain.expression, constants }, plain.name.text) ?? { node: plain, constants };
  return { node: plain, constants };
}

const mostSteps = 8;

/** Returns the constant that a name refers to, possibly through an import. */
export function constantOf(checker: ts.TypeChecker, name: ts.Identifier): ts.VariableDeclaration | undefined {
  const { parent } = name;
  const symbol = typescript.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
  const isAlias = symbol !== undefined && (symbol.flags & typescript.SymbolFlags.Alias) !== 0;
  const declaration = (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    typescript.isVariableDeclaration(declaration) &&
    (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0 &&
    typescript.isIdentifier(declaration.name);
  return isConstant && declaration.initializer !== undefined ? declaration : undefined;
}

/** Returns where code uses a constant, outside of its declaration, imports and exports. */
export function usesOf(
  checker: ts.TypeChecker,
  files: readonly ts.SourceFile[],
  constant: ts.VariableDeclaration,
): readonly ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isOther =
      parent === constant || (parent && (typescript.isImportSpecifier(parent) || typescript.isExportSpecifier(parent)));
    if (typescript.isIdentifier(node) && !isOther && constantOf(checker, node) === constant) uses.push(node);
    typescript.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return uses;
}
