import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';

/** A declaration of a named type: `type Port = Int32`, a class, an interface, an enum. */
export type NamedType = ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration;

export function isNamedType(declaration: ts.Node): declaration is NamedType {
  return (
    typescript.isTypeAliasDeclaration(declaration) ||
    typescript.isClassDeclaration(declaration) ||
    typescript.isInterfaceDeclaration(declaration) ||
    typescript.isEnumDeclaration(declaration)
  );
}

/**
 * Returns the type declarations of a symbol, sorted by file and position, because the compiler's order depends on the
 * order of reading.
 */
export function typesAmong(declarations: readonly ts.Declaration[] | undefined): readonly NamedType[] {
  const types = declarations?.filter(isNamedType) ?? [];
  return types.length < 2 ? types : types.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/**
 * Returns all declarations of the type that a declaration belongs to: TypeScript merges interfaces, classes and enums.
 */
export function partsOf(declaration: ts.Node, analysis: Analysis): readonly ts.Declaration[] {
  if (!isNamedType(declaration)) return [declaration as ts.Declaration];
  const symbol = declaration.name && analysis.symbolAt(declaration.name);
  const parts = typesAmong(symbol?.declarations);
  return parts.includes(declaration) ? parts : [declaration];
}

function placeOf(node: ts.Node): string {
  return `${node.getSourceFile().fileName} ${String(node.pos).padStart(10, '0')}`;
}

export type FieldDeclaration = ts.PropertyDeclaration | ts.PropertySignature | ts.ParameterDeclaration;

/**
 * Reports whether a declaration is a field: one of a class, an interface or an object type, or one declared by a
 * constructor parameter.
 */
export function isField(declaration: ts.Node): declaration is FieldDeclaration {
  return (
    typescript.isPropertyDeclaration(declaration) ||
    typescript.isPropertySignature(declaration) ||
    typescript.isParameter(declaration)
  );
}

/** Returns the declared type that a member belongs to: its class or interface, or the alias of an object literal. */
export function ownerOf(member: ts.Node): ts.DeclarationWithTypeParameterChildren | undefined {
  return typescript.findAncestor(
    member.parent,
    (node) =>
      typescript.isClassDeclaration(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isTypeAliasDeclaration(node),
  );
}

/** Reports whether a declaration can have type parameters and bases. */
export function isGenericOwner(node: ts.Node): node is ts.ClassDeclaration | ts.InterfaceDeclaration {
  return typescript.isClassDeclaration(node) || typescript.isInterfaceDeclaration(node);
}

/** Returns the `extends` and `implements` clauses of a declaration. */
export function heritageOf(declaration: ts.Node): readonly ts.HeritageClause[] {
  return isGenericOwner(declaration) ? (declaration.heritageClauses ?? []) : [];
}
