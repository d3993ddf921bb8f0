import type { Schema } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { withoutAbsence } from './type-names.js';

const { TypeFlags } = typescript;

/** The schema of a literal, an enum or a union of literals of one type; undefined for any other type. */
export function literalSchema(
  members: readonly ts.Type[],
  typeNode: ts.TypeNode | undefined,
  analysis: Analysis,
): Schema | undefined {
  const values: (string | number)[] = [];
  for (const member of members) {
    if (!(member.flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral))) return undefined;
    values.push((member as ts.StringLiteralType | ts.NumberLiteralType).value);
  }
  const inOrder = sortAsWritten(values, typeNode, analysis);
  if (values.every((value) => typeof value === 'string')) return { type: 'string', enum: inOrder };
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer', enum: inOrder };
  if (values.every((value) => typeof value === 'number')) return { type: 'number', enum: inOrder };
  return undefined;
}

/**
 * Puts values into the order of the source text. The compiler's own order depends on which file it read first, so what
 * cannot be found in the text is sorted.
 */
function sortAsWritten<V extends string | number>(
  values: V[],
  typeNode: ts.TypeNode | undefined,
  analysis: Analysis,
): V[] {
  const written = [...writtenLiterals(typeNode, analysis)];
  const rank = (value: V): number => (written.includes(value) ? written.indexOf(value) : written.length);
  return values.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function* writtenLiterals(typeNode: ts.TypeNode | undefined, analysis: Analysis): Generator<string | number> {
  if (typeNode === undefined) return;
  const node = withoutAbsence(typeNode);
  if (typescript.isUnionTypeNode(node)) {
    for (const each of node.types) yield* writtenLiterals(each, analysis);
  } else if (typescript.isLiteralTypeNode(node)) {
    const type = analysis.checker.getTypeFromTypeNode(node);
    if (type.isStringLiteral() || type.isNumberLiteral()) yield type.value;
  } else if (typescript.isTypeReferenceNode(node)) {
    for (const declaration of analysis.symbolAt(node.typeName)?.declarations ?? []) {
      if (typescript.isTypeAliasDeclaration(declaration)) yield* writtenLiterals(declaration.type, analysis);
      if (typescript.isEnumDeclaration(declaration)) yield* enumValues(declaration, analysis);
    }
  }
}

function* enumValues(declaration: ts.EnumDeclaration, analysis: Analysis): Generator<string | number> {
  for (const member of declaration.members) {
    const value = analysis.checker.getConstantValue(member);
    if (value !== undefined) yield value;
  }
}
