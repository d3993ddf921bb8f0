import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';

/** A declared name that a written type goes through: `type Port = Int32`, a class, an interface, an enum. */
export type NamedType = ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration;

/** A type as it is written, which keeps the names, the order and the markers that the resolved type has lost. */
export interface Written {
  readonly node: ts.TypeNode;
  /** What was written for the type parameters that the node may name. */
  readonly bindings: Bindings;
}

export type Bindings = ReadonlyMap<ts.Symbol, Written>;

export const noBindings: Bindings = new Map();

/** A name on the way from what is written to the type itself. */
export interface Name {
  readonly declaration: NamedType;
  /** What was written for the declaration's own type parameters. */
  readonly bindings: Bindings;
}

/**
 * The user's names that a written type stands for, outermost first: for `Port` with `type Port = Small`, first `Port`,
 * then `Small`. Our own scalars end the chain: their documentation is not the field's.
 */
export function namedTypes(written: Written | undefined, analysis: Analysis): readonly Name[] {
  const found: Name[] = [];
  let next = written;
  while (next !== undefined) {
    const { node, bindings } = resolve(next, analysis);
    if (!typescript.isTypeReferenceNode(node)) break;
    const declaration = analysis.symbolAt(node.typeName)?.declarations?.find(isNamedType);
    if (declaration === undefined || found.some((each) => each.declaration === declaration)) break;
    const file = declaration.getSourceFile();
    if (analysis.isOurs(file, 'api/scalars') || analysis.isLibrary(file)) break;
    const inner = bind(declaration, node.typeArguments, bindings, analysis);
    found.push({ declaration, bindings: inner });
    next = typescript.isTypeAliasDeclaration(declaration) ? { node: declaration.type, bindings: inner } : undefined;
  }
  return found;
}

/** What the type parameters of a declaration stand for where it is given these arguments. */
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

function isNamedType(declaration: ts.Declaration): declaration is NamedType {
  return (
    typescript.isTypeAliasDeclaration(declaration) ||
    typescript.isClassDeclaration(declaration) ||
    typescript.isInterfaceDeclaration(declaration) ||
    typescript.isEnumDeclaration(declaration)
  );
}

/** Without parentheses, `readonly`, `| null` and `| undefined`, and with what a type parameter stands for. */
function resolve(written: Written, analysis: Analysis): Written {
  const node = withoutAbsence(written.node);
  if (!typescript.isTypeReferenceNode(node)) return { ...written, node };
  const symbol = written.bindings.size > 0 ? analysis.checker.getSymbolAtLocation(node.typeName) : undefined;
  const bound = symbol && written.bindings.get(symbol);
  return bound === undefined ? { ...written, node } : resolve(bound, analysis);
}

/** The type as written without parentheses and without `| null` and `| undefined`. */
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

/** The element of an array as it is written: `T` of `T[]`, `Array<T>` and `readonly T[]`. */
export function elementOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeOperatorNode(node)) return elementOf({ node: node.type, bindings }, analysis);
  if (typescript.isArrayTypeNode(node)) return { node: node.elementType, bindings };
  return argumentOf(node, 0, bindings);
}

/** The value of a record as it is written: `V` of `Record<K, V>` and `{ [key: string]: V }`. */
export function valueOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeLiteralNode(node)) {
    const [member] = node.members;
    return member !== undefined && typescript.isIndexSignatureDeclaration(member)
      ? { node: member.type, bindings }
      : undefined;
  }
  if (typescript.isMappedTypeNode(node)) return node.type && { node: node.type, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return valueOf({ node: narrowed, bindings }, analysis);
  return argumentOf(node, 1, bindings);
}

const narrowing = new Set(['Exclude', 'Extract', 'NonNullable', 'Omit', 'Partial', 'Pick', 'Readonly', 'Required']);

/** The type that one of the standard library narrows down: `T` of `Partial<T>` and `Exclude<T, U>`. */
export function narrowedType(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  if (!typescript.isTypeReferenceNode(node)) return undefined;
  const symbol = analysis.symbolAt(node.typeName);
  const file = symbol?.declarations?.[0]?.getSourceFile();
  return file && analysis.isLibrary(file) && narrowing.has(symbol!.name) ? node.typeArguments?.[0] : undefined;
}

function argumentOf(node: ts.TypeNode, index: number, bindings: Bindings): Written | undefined {
  const argument = typescript.isTypeReferenceNode(node) ? node.typeArguments?.[index] : undefined;
  return argument && { node: argument, bindings };
}

/** Follows aliases down to the type that is written there. */
export function unaliased(written: Written | undefined, analysis: Analysis): Written | undefined {
  if (written === undefined) return undefined;
  const last = namedTypes(written, analysis).findLast(({ declaration }) =>
    typescript.isTypeAliasDeclaration(declaration),
  );
  if (last === undefined) return resolve(written, analysis);
  return resolve({ node: (last.declaration as ts.TypeAliasDeclaration).type, bindings: last.bindings }, analysis);
}
