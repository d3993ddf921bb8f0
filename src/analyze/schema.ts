import type { Schema } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { literalSchema } from './literals.js';
import { objectProperties, objectSchema } from './object.js';
import { basesOf } from './owners.js';
import type { Place } from './place.js';
import { scalarSchema } from './scalars.js';
import { annotateType } from './schema-markers.js';
import { templateSchema } from './templates.js';
import { elementOf, namedTypes, unaliased, valueOf, type Written } from './type-names.js';
import { discriminatedUnion } from './unions.js';
import { unsupportedType } from './unsupported.js';
import { annotationsOf, type Annotations } from './usages.js';

const { TypeFlags } = typescript;

/** No API is nested as deep as this, and the stack has an end. */
export const deepest = 256;

/**
 * The schema of a type, with the documentation and the markers of the names that it was written under.
 * Undefined where it has none; the reason was reported.
 */
export function schemaOf(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const levels = (place.levels ?? 0) + 1;
  if (levels > deepest) {
    analysis.report('nested-too-deep', place.node, { levels: deepest });
    return undefined;
  }
  const schema = structuralSchema(type, { ...place, levels }, analysis);
  if (schema === undefined) return undefined;
  const names = namedTypes(place.written, analysis).toReversed();
  const annotations = [
    ...(schema.type === 'object' ? inheritedLevels(place.written, analysis) : []),
    ...names.map(({ declaration }) => annotationsOf(declaration, analysis)),
  ];
  annotateType(schema, annotations, place.field, analysis);
  return schema;
}

/** What the bases of a class and the parts of an intersection say of the object that they are a part of. */
function inheritedLevels(written: Written | undefined, analysis: Analysis): readonly Annotations[] {
  const last = namedTypes(written, analysis).at(-1)?.declaration;
  const bases = last === undefined ? [] : markersOfBases(last, analysis);
  const own = unaliased(written, analysis);
  if (own === undefined || !typescript.isIntersectionTypeNode(own.node)) return bases;
  const parts = own.node.types.flatMap((node) => {
    const part = { node, bindings: own.bindings };
    const names = namedTypes(part, analysis).toReversed();
    return [
      ...inheritedLevels(part, analysis),
      ...names.map(({ declaration }) => ({ description: '', usages: annotationsOf(declaration, analysis).usages })),
    ];
  });
  return [...bases, ...parts];
}

/** The markers of what a declaration extends; descriptions are not inherited. */
export function markersOfBases(declaration: ts.Node, analysis: Analysis): readonly Annotations[] {
  return basesOf(declaration, analysis).map((base) => ({
    description: '',
    usages: annotationsOf(base, analysis).usages,
  }));
}

function structuralSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const { checker } = analysis;
  // Without null, `unknown` and a type parameter would be `{}`, which looks like an object.
  const present =
    type.flags & (TypeFlags.Unknown | TypeFlags.InstantiableNonPrimitive) ? type : checker.getNonNullableType(type);
  const schema = presentSchema(present, place, analysis);
  if (schema !== undefined && isNullable(type)) schema.nullable = true;
  return schema;
}

function presentSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const scalar = scalarSchema(type, analysis);
  if (scalar !== undefined) return scalar;
  if (type.flags & TypeFlags.BooleanLiteral) {
    return { type: 'boolean', enum: [(type as unknown as { intrinsicName: string }).intrinsicName === 'true'] };
  }
  if (type.flags & TypeFlags.Boolean) return { type: 'boolean' };
  const bare = withoutBrand(type);
  if (bare !== type) return presentSchema(bare, place, analysis);
  const members = type.isUnion() ? type.types.map(withoutBrand) : [type];
  if (members.some(isAnyString) && members.every((each) => isAnyString(each) || isText(each))) {
    return { type: 'string' };
  }
  const literals = literalSchema(members, place.written, analysis) ?? templateSchema(members, analysis);
  if (literals !== undefined) return literals;
  if (type.isUnion()) return unionSchema(type, place, analysis);
  if (unsupportedType(type, place, analysis)) return undefined;
  if (analysis.checker.isArrayType(type)) return arraySchema(type as ts.TypeReference, place, analysis);
  return recordSchema(type, place, analysis) ?? objectSchema(type, place, analysis, schemaOf);
}

/**
 * `string` of `string & { __brand: 'Name' }` and of `string & {}`: what keeps texts apart for the compiler, or has editors
 * complete the literals beside it, is no part of the value.
 */
function withoutBrand(type: ts.Type): ts.Type {
  const primitive = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike;
  return (type.isIntersection() && type.types.find(({ flags }) => flags & primitive)) || type;
}

function isAnyString({ flags }: ts.Type): boolean {
  return (flags & TypeFlags.String) !== 0;
}

function isText({ flags }: ts.Type): boolean {
  return (flags & (TypeFlags.StringLiteral | TypeFlags.TemplateLiteral)) !== 0;
}

function unionSchema(type: ts.UnionType, place: Place, analysis: Analysis): Schema | undefined {
  const objects = type.types.every(({ flags }) => flags & (TypeFlags.Object | TypeFlags.Intersection));
  const union = objects
    ? discriminatedUnion(type, place, analysis, (member, at, read) =>
        objectProperties(member, at, analysis, schemaOf, read),
      )
    : undefined;
  if (union === 'refused') return undefined;
  if (union !== undefined) return union;
  analysis.report('ambiguous-union', place.written?.node ?? place.node, {
    field: place.field,
    type: analysis.checker.typeToString(type),
  });
  return undefined;
}

function arraySchema(type: ts.TypeReference, place: Place, analysis: Analysis): Schema | undefined {
  const [element] = analysis.checker.getTypeArguments(type);
  const inner = { ...place, written: elementOf(place.written, analysis), field: `${place.field}[]` };
  const items = schemaOf(element!, inner, analysis);
  return items && { type: 'array', items };
}

function recordSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const [values] = analysis.checker.getIndexInfosOfType(type);
  if (values === undefined || !isAnyString(withoutBrand(values.keyType))) return undefined;
  if (analysis.checker.getPropertiesOfType(type).length > 0) return undefined;
  const inner = { ...place, written: valueOf(place.written, analysis), field: `${place.field}[*]` };
  const additionalProperties = schemaOf(values.type, inner, analysis);
  // An unreadable value was reported; the record itself is one all the same.
  return { type: 'object', additionalProperties: additionalProperties ?? {} };
}

function isNullable(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Null);
}
