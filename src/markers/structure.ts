import type { Schema } from '../model/schema.js';
import { choice } from './argument.js';
import { schemaMarker, type MarkerRefusal } from './marker.js';

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
    summary: 'The type of a field whose TypeScript type says none: Json, or one that is marked Schemaless.',
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
    summary: 'The TypeScript type is not looked into: what the schema says, the other markers say.',
    kubebuilder: ['kubebuilder:validation:Schemaless'],
    emits: ['x-kubernetes-preserve-unknown-fields'],
    target: 'any',
    schemaless: true,
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'PreserveUnknownFields',
    summary: 'Fields that the schema does not name are kept; without it the API server drops them.',
    kubebuilder: ['kubebuilder:pruning:PreserveUnknownFields', 'kubebuilder:validation:XPreserveUnknownFields'],
    emits: ['x-kubernetes-preserve-unknown-fields'],
    target: 'any',
    parameters: [],
    apply: preserveUnknown,
  }),
  schemaMarker({
    name: 'EmbeddedResource',
    summary: 'The field holds a whole Kubernetes object, whose apiVersion, kind and metadata the API server checks.',
    kubebuilder: ['kubebuilder:validation:EmbeddedResource', 'kubebuilder:validation:XEmbeddedResource'],
    emits: ['x-kubernetes-embedded-resource'],
    target: 'object',
    parameters: [],
    apply: (schema) => void (schema.embeddedResource = true),
  }),
];
