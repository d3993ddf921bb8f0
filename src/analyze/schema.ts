import type { Schema } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { annotationsOf } from './usages.js';
import { literalSchema } from './literals.js';
import { applySchemaMarkers } from './schema-markers.js';
import { objectSchema } from './object.js';
import type { Place } from './place.js';
import { scalarSchema } from './scalars.js';
import { elementNode, namedTypes, valueNode } from './type-names.js';
import { unsupportedType } from './unsupported.js';

const { TypeFlags } = typescript;

/**
 * The schema of a type, with the documentation and the markers of the names that it was written under.
 * Undefined where it has none; the reason was reported.
 */
export function schemaOf(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const schema = structuralSchema(type, place, analysis);
  if (schema === undefined) return undefined;
  const names = namedTypes(place.typeNode, analysis);
  for (const name of names.toReversed()) {
    const { description, usages } = annotationsOf(name, analysis);
    if (description !== '') schema.description = description;
    applySchemaMarkers(schema, usages, place.field, analysis);
  }
  return schema;
}

function structuralSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const { checker } = analysis;
  // Without null, `unknown` would be `{}`, which looks like an object.
  const present = type.flags & TypeFlags.Unknown ? type : checker.getNonNullableType(type);
  const schema = presentSchema(present, place, analysis);
  if (schema !== undefined && isNullable(type)) schema.nullable = true;
  return schema;
}

function presentSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const scalar = scalarSchema(type, analysis);
  if (scalar !== undefined) return scalar;
  if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' };
  if (type.flags & TypeFlags.String) return { type: 'string' };
  const members = type.isUnion() ? type.types : [type];
  const literals = literalSchema(members, place.typeNode, analysis);
  if (literals !== undefined) return literals;
  if (type.isUnion()) {
    analysis.report('ambiguous-union', place.typeNode ?? place.node, {
      field: place.field,
      type: analysis.checker.typeToString(type),
    });
    return undefined;
  }
  if (unsupportedType(type, place, analysis)) return undefined;
  if (analysis.checker.isArrayType(type)) return arraySchema(type as ts.TypeReference, place, analysis);
  return recordSchema(type, place, analysis) ?? objectSchema(type, place, analysis, schemaOf);
}

function arraySchema(type: ts.TypeReference, place: Place, analysis: Analysis): Schema | undefined {
  const [element] = analysis.checker.getTypeArguments(type);
  const items = schemaOf(
    element!,
    { ...place, typeNode: elementNode(place.typeNode, analysis), field: `${place.field}[]` },
    analysis,
  );
  return items && { type: 'array', items };
}

function recordSchema(type: ts.Type, place: Place, analysis: Analysis): Schema | undefined {
  const values = analysis.checker.getIndexInfoOfType(type, typescript.IndexKind.String);
  if (values === undefined || analysis.checker.getPropertiesOfType(type).length > 0) return undefined;
  const additionalProperties = schemaOf(
    values.type,
    { ...place, typeNode: valueNode(place.typeNode, analysis), field: `${place.field}[*]` },
    analysis,
  );
  // An unreadable value was reported; the record itself is one all the same.
  return { type: 'object', additionalProperties: additionalProperties ?? {} };
}

function isNullable(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Null);
}
