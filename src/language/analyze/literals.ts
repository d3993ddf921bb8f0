import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { evaluate } from './evaluate.js';
import { narrowedType, type Written } from './type-names.js';
import { endOf } from './type-paths.js';

const { TypeFlags } = typescript;

/** Returns the schema of a literal, an enum or a union of literals of one type; undefined for any other type. */
export function literalSchema(
  members: readonly ts.Type[],
  written: Written | undefined,
  analysis: Analysis,
): Schema | undefined {
  const values = literalValues(members);
  if (values === undefined) return undefined;
  const inOrder = sortAsWritten(values, written, analysis);
  if (values.every((value) => typeof value === 'string')) return { type: 'string', enum: inOrder };
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer', enum: inOrder };
  if (values.every((value) => typeof value === 'number')) return { type: 'number', enum: inOrder };
  return undefined;
}

/** Returns the values of literal types; undefined if one of them is not a literal. */
export function literalValues(members: readonly ts.Type[]): (string | number)[] | undefined {
  const values: (string | number)[] = [];
  for (const member of members) {
    if (!(member.flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral))) return undefined;
    values.push((member as ts.StringLiteralType | ts.NumberLiteralType).value);
  }
  return values;
}

/**
 * Sorts values in the order of the source text. The compiler's order depends on which file it read first, so values
 * that are not found in the text are sorted.
 */
export function sortAsWritten<V extends string | number>(
  values: V[],
  written: Written | undefined,
  analysis: Analysis,
): V[] {
  const ranks = new Map<string | number, number>();
  for (const value of writtenLiterals(written, analysis)) if (!ranks.has(value)) ranks.set(value, ranks.size);
  const rank = (value: V): number => ranks.get(value) ?? ranks.size;
  return values.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function* writtenLiterals(written: Written | undefined, analysis: Analysis): Generator<string | number> {
  if (written === undefined) return;
  const { node, bindings } = endOf(written, analysis);
  if (typescript.isUnionTypeNode(node)) {
    for (const each of node.types) yield* writtenLiterals({ node: each, bindings }, analysis);
  } else if (typescript.isLiteralTypeNode(node)) {
    const type = analysis.checker.getTypeFromTypeNode(node);
    if (type.isStringLiteral() || type.isNumberLiteral()) yield type.value;
  } else if (typescript.isTypeReferenceNode(node)) {
    const narrowed = narrowedType(node, analysis);
    if (narrowed !== undefined) yield* writtenLiterals({ node: narrowed, bindings }, analysis);
    for (const declaration of analysis.symbolAt(node.typeName)?.declarations ?? []) {
      if (typescript.isEnumDeclaration(declaration)) yield* enumValues(declaration, analysis);
      if (typescript.isEnumMember(declaration)) yield* memberValue(declaration, analysis);
    }
  } else if (typescript.isTypeOperatorNode(node)) {
    // `keyof T`, in the order of the fields of T.
    yield* analysis.checker
      .getPropertiesOfType(analysis.checker.getTypeFromTypeNode(node.type))
      .map(({ name }) => name);
  } else if (typescript.isIndexedAccessTypeNode(node)) {
    yield* constantValues(node.objectType, analysis);
  }
}

/** Yields the values of a constant list or object, as in `(typeof sizes)[number]`. */
function* constantValues(node: ts.TypeNode, analysis: Analysis): Generator<string | number> {
  if (typescript.isParenthesizedTypeNode(node)) yield* constantValues(node.type, analysis);
  if (!typescript.isTypeQueryNode(node) || !typescript.isIdentifier(node.exprName)) return;
  const result = evaluate(node.exprName, analysis);
  if (!('value' in result) || result.value === null || typeof result.value !== 'object') return;
  for (const each of Object.values(result.value)) {
    if (typeof each === 'string' || typeof each === 'number') yield each;
  }
}

function* enumValues(declaration: ts.EnumDeclaration, analysis: Analysis): Generator<string | number> {
  for (const member of declaration.members) yield* memberValue(member, analysis);
}

function* memberValue(member: ts.EnumMember, analysis: Analysis): Generator<string | number> {
  const value = analysis.checker.getConstantValue(member);
  if (value !== undefined) yield value;
}
