import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { typesAmong, type NamedType } from './declared.js';

/** A type as written, which keeps the names, the order and the markers that the resolved type lacks. */
export interface Written {
  readonly node: ts.TypeNode;
  /** The type arguments for the type parameters that the node can refer to. */
  readonly bindings: Bindings;
}

export type Bindings = ReadonlyMap<ts.Symbol, Written>;

export const noBindings: Bindings = new Map();

/** A name on the path from the type node to the type itself. */
export interface Name {
  /** The first declaration, by file and position. */
  readonly declaration: NamedType;
  /** All declarations: interfaces, classes and enums of one name are one type. */
  readonly declarations: readonly NamedType[];
  /** The type arguments for the declaration's own type parameters. */
  readonly bindings: Bindings;
}

/**
 * Returns the user's names that a type node resolves through, outermost first: for `Port` with `type Port = Small`,
 * first `Port`, then `Small`. Our own scalars end the chain, because their documentation is not that of the field.
 */
export function namedTypes(written: Written | undefined, analysis: Analysis): readonly Name[] {
  return written === undefined ? [] : follow(written, analysis).names;
}

/** Returns the type node after following all names and all types that only pass it on. */
export function endOf(written: Written, analysis: Analysis): Written {
  return follow(written, analysis).end;
}

function follow(written: Written, analysis: Analysis): { readonly names: readonly Name[]; readonly end: Written } {
  const found: Name[] = [];
  let next: Written | undefined = written;
  let end = written;
  for (let steps = 0; next !== undefined && steps < mostSteps; steps += 1) {
    analysis.budget?.countStep();
    end = resolve(next, analysis);
    const { node, bindings } = end;
    const inside = insideOf(node, analysis);
    if (inside !== undefined) {
      next = { node: inside, bindings };
      continue;
    }
    const named = nameOf(node);
    if (named === undefined) break;
    const declarations = typesAmong(analysis.symbolAt(named)?.declarations);
    const [declaration] = declarations;
    if (declaration === undefined) break;
    const file = declaration.getSourceFile();
    if (analysis.isOurs(file, 'api/scalars') || analysis.isLibrary(file)) break;
    const { typeArguments } = node as ts.NodeWithTypeArguments;
    const inner = bind(declaration, typeArguments, bindings, analysis);
    found.push({ declaration, declarations, bindings: inner });
    next = typescript.isTypeAliasDeclaration(declaration) ? { node: declaration.type, bindings: inner } : undefined;
  }
  return { names: found, end };
}

/** Returns the name that a type node refers to: `Port` in `Port`, and in `import('./port.js').Port`. */
function nameOf(node: ts.TypeNode): ts.EntityName | undefined {
  if (typescript.isTypeReferenceNode(node)) return node.typeName;
  return typescript.isImportTypeNode(node) && !node.isTypeOf ? node.qualifier : undefined;
}

// An alias can refer to itself, which the compiler reports.
const mostSteps = 64;

// These types have the same fields or values as their argument, so its annotations still apply.
const passing = ['NonNullable', 'Partial', 'Readonly', 'Required'];

/**
 * Returns the type that another one only passes on: `T` of `Readonly<T>` and similar types, and that of a field
 * `T['name']`.
 */
function insideOf(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  if (isLibraryType(node, analysis, ...passing)) return node.typeArguments?.[0];
  if (!typescript.isIndexedAccessTypeNode(node) || !typescript.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  if (!typescript.isStringLiteral(literal)) return undefined;
  const owner = analysis.checker.getTypeFromTypeNode(node.objectType);
  const declaration = analysis.checker.getPropertyOfType(owner, literal.text)?.declarations?.[0];
  const isField =
    declaration !== undefined &&
    (typescript.isPropertySignature(declaration) || typescript.isPropertyDeclaration(declaration));
  const type = isField ? declaration.type : undefined;
  // The field of a generic type can have the type of a parameter, which has no name here.
  const isSame = type && analysis.checker.getTypeFromTypeNode(type) === analysis.checker.getTypeFromTypeNode(node);
  return isSame ? type : undefined;
}

/** Reports whether a type node refers to one of these types of the standard library. */
function isLibraryType(
  node: ts.TypeNode,
  analysis: Analysis,
  ...names: readonly string[]
): node is ts.TypeReferenceNode {
  if (!typescript.isTypeReferenceNode(node)) return false;
  const symbol = analysis.symbolAt(node.typeName);
  const file = symbol?.declarations?.[0]?.getSourceFile();
  return file !== undefined && analysis.isLibrary(file) && names.includes(symbol!.name);
}

/** Returns the bindings of a declaration's type parameters for the given arguments. */
export function bind(
  declaration: ts.Declaration,
  typeArguments: readonly ts.TypeNode[] | undefined,
  bindings: Bindings,
  analysis: Analysis,
): Bindings {
  const parameters = (declaration as Partial<ts.DeclarationWithTypeParameterChildren>).typeParameters ?? [];
  if (parameters.length === 0) return noBindings;
  const bound = new Map<ts.Symbol, Written>();
  for (const [index, parameter] of parameters.entries()) {
    const node = typeArguments?.[index];
    const symbol = analysis.checker.getSymbolAtLocation(parameter.name);
    if (symbol === undefined) continue;
    if (node !== undefined) bound.set(symbol, { node, bindings });
    else if (parameter.default !== undefined) bound.set(symbol, { node: parameter.default, bindings: bound });
  }
  return bound;
}

/** Resolves type parameters, and removes parentheses, `| null` and `| undefined`. */
function resolve(written: Written, analysis: Analysis): Written {
  const node = withoutAbsence(written.node);
  if (!typescript.isTypeReferenceNode(node)) return { ...written, node };
  const symbol = written.bindings.size > 0 ? analysis.checker.getSymbolAtLocation(node.typeName) : undefined;
  const bound = symbol && written.bindings.get(symbol);
  return bound === undefined ? { ...written, node } : resolve(bound, analysis);
}

/** Returns the type node without parentheses and without `| null` and `| undefined`. */
export function withoutAbsence(typeNode: ts.TypeNode): ts.TypeNode {
  if (typescript.isParenthesizedTypeNode(typeNode)) return withoutAbsence(typeNode.type);
  if (!typescript.isUnionTypeNode(typeNode)) return typeNode;
  const present = typeNode.types.filter((each) => !isAbsence(each));
  return present.length === 1 ? withoutAbsence(present[0]!) : typeNode;
}

function isAbsence(node: ts.TypeNode): boolean {
  return (
    node.kind === typescript.SyntaxKind.UndefinedKeyword ||
    (typescript.isLiteralTypeNode(node) && node.literal.kind === typescript.SyntaxKind.NullKeyword)
  );
}

/** Returns the element of an array as written: `T` of `T[]`, `Array<T>` and `readonly T[]`. */
export function elementOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeOperatorNode(node)) return elementOf({ node: node.type, bindings }, analysis);
  if (typescript.isArrayTypeNode(node)) return { node: node.elementType, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return elementOf({ node: narrowed, bindings }, analysis);
  const element = isLibraryType(node, analysis, 'Array', 'ReadonlyArray') ? node.typeArguments?.[0] : undefined;
  return element && { node: element, bindings };
}

/** Returns the value type of a map as written: `V` of `Record<K, V>` and `{ [key: string]: V }`. */
export function valueOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeLiteralNode(node)) return indexed(node.members, bindings);
  const last = namedTypes(own, analysis).at(-1);
  const members = last?.declarations.flatMap((each): readonly ts.Node[] => ('members' in each ? each.members : []));
  if (members !== undefined && members.length > 0) return indexed(members, last!.bindings);
  if (typescript.isMappedTypeNode(node)) return node.type && { node: node.type, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return valueOf({ node: narrowed, bindings }, analysis);
  const value = isLibraryType(node, analysis, 'Record') ? node.typeArguments?.[1] : undefined;
  return value && { node: value, bindings };
}

/** Returns the type of an index signature among the members of a type. */
function indexed(members: readonly ts.Node[], bindings: Bindings): Written | undefined {
  const signature = members.find((member) => typescript.isIndexSignatureDeclaration(member));
  return signature && { node: signature.type, bindings };
}

const narrowing = ['Exclude', 'Extract', 'NonNullable', 'Omit', 'Partial', 'Pick', 'Readonly', 'Required'];

/** Returns the type that a type of the standard library narrows: `T` of `Partial<T>` and `Exclude<T, U>`. */
export function narrowedType(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  return isLibraryType(node, analysis, ...narrowing) ? node.typeArguments?.[0] : undefined;
}

/** Follows aliases to the type node that they are declared with. */
export function unaliased(written: Written | undefined, analysis: Analysis): Written | undefined {
  if (written === undefined) return undefined;
  analysis.budget?.countStep();
  let own = resolve(written, analysis);
  for (const { declaration, bindings } of namedTypes(written, analysis)) {
    if (typescript.isTypeAliasDeclaration(declaration)) own = resolve({ node: declaration.type, bindings }, analysis);
  }
  return own;
}
