import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';

/** A declared name that a written type goes through: `type Port = Int32`, a class, an interface, an enum. */
export type NamedType = ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration;

/**
 * The user's names that a written type stands for, outermost first: for `Port` with `type Port = Small`, first `Port`,
 * then `Small`. Our own scalars end the chain: their documentation is not the field's.
 */
export function namedTypes(typeNode: ts.TypeNode | undefined, analysis: Analysis): readonly NamedType[] {
  const found: NamedType[] = [];
  let node = typeNode === undefined ? undefined : withoutAbsence(typeNode);
  while (node !== undefined && typescript.isTypeReferenceNode(node)) {
    const declaration = analysis.symbolAt(node.typeName)?.declarations?.find(isNamedType);
    if (declaration === undefined || found.includes(declaration)) break;
    if (analysis.isOurs(declaration.getSourceFile(), 'api/scalars')) break;
    found.push(declaration);
    node = typescript.isTypeAliasDeclaration(declaration) ? withoutAbsence(declaration.type) : undefined;
  }
  return found;
}

function isNamedType(declaration: ts.Declaration): declaration is NamedType {
  return (
    typescript.isTypeAliasDeclaration(declaration) ||
    typescript.isClassDeclaration(declaration) ||
    typescript.isInterfaceDeclaration(declaration) ||
    typescript.isEnumDeclaration(declaration)
  );
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
export function elementNode(typeNode: ts.TypeNode | undefined, analysis: Analysis): ts.TypeNode | undefined {
  const node = unaliased(typeNode, analysis);
  if (node === undefined) return undefined;
  if (typescript.isTypeOperatorNode(node)) return elementNode(node.type, analysis);
  if (typescript.isArrayTypeNode(node)) return node.elementType;
  return typescript.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined;
}

/** The value of a record as it is written: `V` of `Record<K, V>` and `{ [key: string]: V }`. */
export function valueNode(typeNode: ts.TypeNode | undefined, analysis: Analysis): ts.TypeNode | undefined {
  const node = unaliased(typeNode, analysis);
  if (node === undefined) return undefined;
  if (typescript.isTypeLiteralNode(node)) {
    const [member] = node.members;
    return member !== undefined && typescript.isIndexSignatureDeclaration(member) ? member.type : undefined;
  }
  return typescript.isTypeReferenceNode(node) ? node.typeArguments?.[1] : undefined;
}

/** Follows aliases down to the type that is written there; an alias with parameters of its own is not followed. */
function unaliased(typeNode: ts.TypeNode | undefined, analysis: Analysis): ts.TypeNode | undefined {
  if (typeNode === undefined) return undefined;
  const last = namedTypes(typeNode, analysis).findLast((each) => typescript.isTypeAliasDeclaration(each));
  return last === undefined || last.typeParameters !== undefined ? withoutAbsence(typeNode) : withoutAbsence(last.type);
}
