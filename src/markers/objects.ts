import { choice, count } from './argument.js';
import { schemaMarker } from './marker.js';

const mapType = choice('granular', 'atomic');

export const objectMarkers = [
  schemaMarker({
    name: 'MinProperties',
    kubebuilder: ['kubebuilder:validation:MinProperties'],
    emits: ['minProperties'],
    summary: 'The fewest entries that are allowed.',
    target: 'object',
    parameters: [{ name: 'properties', argument: count }],
    apply: (schema, [properties]) => void (schema.minProperties = properties),
  }),
  schemaMarker({
    name: 'MaxProperties',
    kubebuilder: ['kubebuilder:validation:MaxProperties'],
    emits: ['maxProperties'],
    summary: 'The most entries that are allowed.',
    target: 'object',
    parameters: [{ name: 'properties', argument: count }],
    apply: (schema, [properties]) => void (schema.maxProperties = properties),
  }),
  schemaMarker({
    name: 'MapType',
    kubebuilder: ['mapType'],
    emits: ['x-kubernetes-map-type'],
    summary: 'How server-side apply merges a record: entry by entry, or as a whole.',
    target: 'object',
    parameters: [{ name: 'type', argument: mapType }],
    apply: (schema, [type]) => void (schema.mapType = type),
  }),
  schemaMarker({
    name: 'StructType',
    kubebuilder: ['structType'],
    emits: ['x-kubernetes-map-type'],
    summary: 'How server-side apply merges an object: field by field, or as a whole.',
    target: 'object',
    parameters: [{ name: 'type', argument: mapType }],
    apply: (schema, [type]) => void (schema.mapType = type),
  }),
];
