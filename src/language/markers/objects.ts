import { choice, count } from './argument.js';
import { schemaMarker } from './marker.js';

const mapType = choice('granular', 'atomic');

export const objectMarkers = [
  schemaMarker({
    name: 'MinProperties',
    kubebuilder: ['kubebuilder:validation:MinProperties'],
    emits: ['minProperties'],
    summary: 'Sets the minimum number of entries.',
    target: 'object',
    parameters: [{ name: 'properties', argument: count }],
    apply: (schema, [properties]) => void (schema.minProperties = properties),
  }),
  schemaMarker({
    name: 'MaxProperties',
    kubebuilder: ['kubebuilder:validation:MaxProperties'],
    emits: ['maxProperties'],
    summary: 'Sets the maximum number of entries.',
    target: 'object',
    parameters: [{ name: 'properties', argument: count }],
    apply: (schema, [properties]) => void (schema.maxProperties = properties),
  }),
  schemaMarker({
    name: 'MapType',
    kubebuilder: ['mapType'],
    emits: ['x-kubernetes-map-type'],
    summary: 'Sets how server-side apply merges a record: entry by entry, or as a whole.',
    target: 'object',
    parameters: [{ name: 'type', argument: mapType }],
    apply: (schema, [type]) => void (schema.mapType = type),
  }),
  schemaMarker({
    name: 'StructType',
    kubebuilder: ['structType'],
    emits: ['x-kubernetes-map-type'],
    summary: 'Sets how server-side apply merges an object: field by field, or as a whole.',
    target: 'object',
    parameters: [{ name: 'type', argument: mapType }],
    apply: (schema, [type]) => void (schema.mapType = type),
  }),
];
