import type { Schema } from '../../base/model/schema.js';
import { choice, rawSchema } from './argument.js';
import { schemaMarker, type MarkerRefusal } from './marker.js';
import { mergeRaw } from './raw-schema.js';

/**
 * Preserves unknown fields of the objects in a field: of the field itself, or of the items and values of a list or map,
 * which cannot have unknown fields.
 */
function preserveUnknown(schema: Schema): MarkerRefusal | undefined {
  if (schema.type === 'array' && schema.items) {
    schema.items = { ...schema.items };
    return preserveUnknown(schema.items);
  }
  if (schema.additionalProperties && !schema.preserveUnknownFields) {
    schema.additionalProperties = { ...schema.additionalProperties };
    return preserveUnknown(schema.additionalProperties);
  }
  if (schema.type !== undefined && schema.type !== 'object')
    return {
      reason: `a value of type ${schema.type} has no fields`,
      instead: 'remove the marker, or give the field an object type',
    };
  schema.preserveUnknownFields = true;
  return undefined;
}

/** The TypeScript form of each schema type. */
const typeNames = {
  string: 'a string',
  integer: 'an Int32 or an Int64',
  number: 'a Double',
  boolean: 'a boolean',
  object: 'an interface or a Record',
  array: 'a list such as string[]',
} as const;

export const structureMarkers = [
  schemaMarker({
    name: 'Type',
    tag: 'schemaType',
    summary: 'Sets the schema type of a field that has none: a field of the type `Json`, or one with `Schemaless`.',
    kubebuilder: ['kubebuilder:validation:Type'],
    emits: ['type'],
    target: 'any',
    early: true,
    parameters: [{ name: 'type', argument: choice('string', 'integer', 'number', 'boolean', 'object', 'array') }],
    apply: (schema, [type]) => {
      if (schema.intOrString || (schema.type !== undefined && schema.type !== type))
        return {
          reason: `'${type}' contradicts the TypeScript type of the field, which is ${schema.type ?? 'integer or string'}`,
          instead: `remove the marker, or make the field ${typeNames[type]}; a field of the type Json takes any @Type`,
        };
      schema.type = type;
      return undefined;
    },
  }),
  schemaMarker({
    name: 'Schemaless',
    summary: 'Ignores the TypeScript type. The schema then consists only of what the other markers set.',
    kubebuilder: ['kubebuilder:validation:Schemaless'],
    emits: ['x-kubernetes-preserve-unknown-fields'],
    target: 'any',
    schemaless: true,
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'Ignore',
    tag: 'ignoreField',
    summary: 'Omits the field from the schema: only code uses it. The API server drops or rejects it in objects.',
    kubebuilder: [],
    emits: [],
    target: 'any',
    ignored: true,
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'Schema',
    summary:
      'Adds keywords to the schema as they are written in a CustomResourceDefinition, such as `oneOf`, `anyOf` and `not`.',
    kubebuilder: [],
    emits: [],
    target: 'any',
    late: true,
    parameters: [{ name: 'schema', argument: rawSchema }],
    apply: (schema, [raw]) => mergeRaw(schema, raw),
  }),
  schemaMarker({
    name: 'PreserveUnknownFields',
    summary: 'Preserves fields that the schema does not define. Without the marker, the API server drops them.',
    kubebuilder: ['kubebuilder:pruning:PreserveUnknownFields', 'kubebuilder:validation:XPreserveUnknownFields'],
    emits: ['x-kubernetes-preserve-unknown-fields'],
    target: 'any',
    parameters: [],
    apply: preserveUnknown,
  }),
  schemaMarker({
    name: 'EmbeddedResource',
    summary:
      'Declares that the field contains a complete Kubernetes object. The API server validates its `apiVersion`, `kind` and `metadata`.',
    kubebuilder: ['kubebuilder:validation:EmbeddedResource', 'kubebuilder:validation:XEmbeddedResource'],
    emits: ['x-kubernetes-embedded-resource'],
    target: 'object',
    parameters: [],
    apply: (schema) => void (schema.embeddedResource = true),
  }),
];
