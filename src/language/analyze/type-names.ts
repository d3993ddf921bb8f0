import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { typesAmong, type NamedType } from './declared.js';

/** A type as written, which keeps the names, the order and the markers that the resolved type lacks. */
export interface Written {
  readonly node: ts.TypeNode;
  /** The type arguments for the type parameters that the node can refer to. */
  readonly bindings: Bindings;
  /** The one key that is meant, where the node is the type of all keys of a mapped type. */
  readonly key?: string | undefined;
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

/** Returns the user's type that a type node names. */
export function nameAt({ node, bindings }: Written, analysis: Analysis): Name | undefined {
  const named = nameOf(node);
  const declarations = named === undefined ? [] : typesAmong(analysis.symbolAt(named)?.declarations);
  const [declaration] = declarations;
  if (declaration === undefined) return undefined;
  const file = declaration.getSourceFile();
  if (analysis.isOurs(file, 'api/scalars') || analysis.isLibrary(file)) return undefined;
  const { typeArguments } = node as ts.NodeWithTypeArguments;
  return { declaration, declarations, bindings: bind(declaration, typeArguments, bindings, analysis) };
}

/** Returns the name that a type node refers to: `Port` in `Port`, in `import('./port.js').Port` and in `extends Port`. */
function nameOf(node: ts.TypeNode): ts.Node | undefined {
  if (typescript.isTypeReferenceNode(node)) return node.typeName;
  if (typescript.isExpressionWithTypeArguments(node)) return node.expression;
  return typescript.isImportTypeNode(node) && !node.isTypeOf ? node.qualifier : undefined;
}

/** Returns the keys of an index type: names, or `Number` and `String` for all elements and all values. */
export function keysOf(index: Written, analysis: Analysis): readonly Key[] {
  const { node, key } = resolve(index, analysis);
  if (key !== undefined) return [key];
  const type = analysis.checker.getTypeFromTypeNode(node);
  return (type.isUnion() ? type.types : [type]).flatMap((each): Key[] => {
    if (each.isStringLiteral() || each.isNumberLiteral()) return [String(each.value)];
    if (each.flags & typescript.TypeFlags.Number) return [Number];
    return each.flags & typescript.TypeFlags.String ? [String] : [];
  });
}

/** A key of an indexed access: a name, or all elements of a list, or all values of a record. */
export type Key = string | typeof Number | typeof String;

/** Returns the branch of a conditional type that applies; undefined if only the compiler knows. */
export function branchOf(
  node: ts.ConditionalTypeNode,
  bindings: Bindings,
  analysis: Analysis,
): ts.TypeNode | undefined {
  const check = resolve({ node: node.checkType, bindings }, analysis);
  if (check.key !== undefined || [check.node, node.extendsType].some((each) => hasParameters(each, analysis))) {
    return undefined;
  }
  const { checker } = analysis;
  const type = checker.getTypeFromTypeNode(check.node);
  const { Any, Never, Union } = typescript.TypeFlags;
  // A union is distributed over the branches.
  if (type.flags & (Any | Never | Union)) return undefined;
  const applies = checker.isTypeAssignableTo(type, checker.getTypeFromTypeNode(node.extendsType));
  return applies ? node.trueType : node.falseType;
}

/** Reports whether a type node refers to a type parameter, so that only an instance of it is a type. */
function hasParameters(node: ts.Node, analysis: Analysis): boolean {
  if (typescript.isInferTypeNode(node) || typescript.isMappedTypeNode(node)) return true;
  if (typescript.isTypeReferenceNode(node)) {
    const { flags = 0 } = analysis.checker.getSymbolAtLocation(node.typeName) ?? {};
    if (flags & typescript.SymbolFlags.TypeParameter) return true;
  }
  return typescript.forEachChild(node, (each) => hasParameters(each, analysis)) ?? false;
}

/** Reports whether a type node refers to one of these types of the standard library. */
export function isLibraryType(
  node: ts.TypeNode,
  analysis: Analysis,
  ...names: readonly string[]
): node is ts.TypeReferenceNode | ts.ExpressionWithTypeArguments {
  const name = libraryTypeOf(node, analysis);
  return name !== undefined && names.includes(name);
}

/** Returns the name of the type of the standard library that a type node refers to. */
export function libraryTypeOf(node: ts.TypeNode, analysis: Analysis): string | undefined {
  if (!typescript.isTypeReferenceNode(node) && !typescript.isExpressionWithTypeArguments(node)) return undefined;
  const symbol = analysis.symbolAt(nameOf(node)!);
  const file = symbol?.declarations?.[0]?.getSourceFile();
  return file !== undefined && analysis.isLibrary(file) ? symbol!.name : undefined;
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
export function resolve(written: Written, analysis: Analysis): Written {
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

/** Returns the type that a mapped type gives to a key: `Item[K]` of `{ [K in 'x']: Item[K] }`, where `K` is `'x'`. */
export function mappedValue(
  { type, typeParameter }: ts.MappedTypeNode,
  bindings: Bindings,
  key: string | undefined,
  analysis: Analysis,
): Written | undefined {
  const symbol = analysis.checker.getSymbolAtLocation(typeParameter.name);
  const { constraint: node } = typeParameter;
  if (type === undefined || symbol === undefined || node === undefined || key === undefined) {
    return type && { node: type, bindings };
  }
  return { node: type, bindings: new Map([...bindings, [symbol, { node, bindings, key }]]) };
}

/** Returns the type of an index signature among the members of a type. */
export function indexed(members: readonly ts.Node[], bindings: Bindings): Written | undefined {
  const signature = members.find((member) => typescript.isIndexSignatureDeclaration(member));
  return signature && { node: signature.type, bindings };
}

const narrowing = ['Exclude', 'Extract', 'NonNullable', 'Omit', 'Partial', 'Pick', 'Readonly', 'Required'];

/** Returns the type that a type of the standard library narrows: `T` of `Partial<T>` and `Exclude<T, U>`. */
export function narrowedType(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  return isLibraryType(node, analysis, ...narrowing) ? node.typeArguments?.[0] : undefined;
}
