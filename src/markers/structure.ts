import type { Schema } from '../model/schema.js';
import { choice } from './argument.js';
import { schemaMarker } from './marker.js';

/** The objects that a field holds: itself, or the items and values of a list or record, which has no unknown fields itself. */
function preserveUnknown(schema: Schema): string | undefined {
  if (schema.type === 'array' && schema.items) {
    schema.items = { ...schema.items };
    return preserveUnknown(schema.items);
  }
  if (schema.additionalProperties && !schema.preserveUnknownFields) {
    schema.additionalProperties = { ...schema.additionalProperties };
    return preserveUnknown(schema.additionalProperties);
  }
  if (schema.type !== undefined && schema.type !== 'object')
    return `there are no fields in a value of type ${schema.type}`;
  schema.preserveUnknownFields = true;
  return undefined;
}

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
        return `the field’s TypeScript type says ${schema.type ?? 'integer or string'}`;
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
