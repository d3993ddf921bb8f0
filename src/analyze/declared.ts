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

/** The declarations of types among those of a symbol, by file and place: the compiler's order is that of reading. */
export function typesAmong(declarations: readonly ts.Declaration[] | undefined): readonly NamedType[] {
  const types = declarations?.filter(isNamedType) ?? [];
  return types.length < 2 ? types : types.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** All declarations of the type that a declaration is a part of: TypeScript merges interfaces, classes and enums. */
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

/** Fields of classes, interfaces and object types, and those that the parameters of a constructor declare. */
export function isField(declaration: ts.Node): declaration is FieldDeclaration {
  return (
    typescript.isPropertyDeclaration(declaration) ||
    typescript.isPropertySignature(declaration) ||
    typescript.isParameter(declaration)
  );
}
