import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isSchemaless, levelsOf, reportOfFields, reportOnMembers, says } from './levels.js';
import { reportLosses } from './losses.js';
import { literalSchema } from './literals.js';
import { objectProperties, objectSchema } from './object.js';
import type { Place } from './place.js';
import { scalarSchema } from './scalars.js';
import { annotateType, keepUnknown } from './schema-markers.js';
import { templateSchema } from './templates.js';
import { elementOf, valueOf } from './type-paths.js';
import { discriminatedUnion } from './unions.js';
import { unsupportedType } from './unsupported.js';

const { TypeFlags } = typescript;

/** Deeper than any API is nested; limits the recursion. */
export const deepest = 256;

/**
 * Returns the schema of a type, with the documentation and markers of the names that it is written with. Undefined if
 * it has none; the reason was reported.
 */
export function schemaOf(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  analysis.budget?.countSchema(place);
  const levels = (place.levels ?? 0) + 1;
  if (levels > deepest) {
    analysis.report('nesting-too-deep', place.node, { levels: deepest });
    return undefined;
  }
  const annotations = levelsOf(place.written, analysis);
  const unread = isSchemaless(annotations);
  const openEnded = place.openEnded ?? says(annotations, 'PreserveUnknownFields');
  const inner = { ...place, levels, ...(openEnded ? { openEnded } : {}) };
  const schema = unread ? {} : structuralSchema(type, inner, analysis);
  if (schema === undefined) return undefined;
  reportOnMembers(place.written, analysis);
  annotateType(schema, annotations, place.field, analysis);
  if (unread && !says(annotations, 'Schema')) keepUnknown(schema);
  return schema;
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
 * Returns `string` for `string & { __brand: 'Name' }` and for `string & {}`: a brand that distinguishes strings for the
 * compiler, or keeps literals next to it available for completion, is not part of the value.
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
  reportOfFields(levelsOf(inner.written, analysis), 'the type of the items of a list', analysis);
  reportLosses(inner.written, [], analysis);
  const items = schemaOf(element!, inner, analysis);
  return items && { type: 'array', items };
}

function recordSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const [values] = analysis.checker.getIndexInfosOfType(type);
  if (values === undefined || !isAnyString(withoutBrand(values.keyType))) return undefined;
  if (analysis.checker.getPropertiesOfType(type).length > 0) return undefined;
  const inner = { ...place, written: valueOf(place.written, analysis), field: `${place.field}[*]` };
  reportOfFields(levelsOf(inner.written, analysis), 'the type of the values of a record', analysis);
  reportLosses(inner.written, [], analysis);
  const additionalProperties = schemaOf(values.type, inner, analysis);
  // An unreadable value type was reported; the map itself is still valid.
  return { type: 'object', additionalProperties: additionalProperties ?? { anyValue: true } };
}

function isNullable(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Null);
}
