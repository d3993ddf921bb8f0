import { choice, count, string } from './argument.js';
import { schemaMarker } from './marker.js';

export const listMarkers = [
  schemaMarker({
    name: 'MinItems',
    kubebuilder: ['kubebuilder:validation:MinItems'],
    emits: ['minItems'],
    summary: 'Sets the minimum number of items.',
    target: 'array',
    parameters: [{ name: 'items', argument: count }],
    apply: (schema, [items]) => void (schema.minItems = items),
  }),
  schemaMarker({
    name: 'MaxItems',
    kubebuilder: ['kubebuilder:validation:MaxItems'],
    emits: ['maxItems'],
    summary: 'Sets the maximum number of items.',
    target: 'array',
    parameters: [{ name: 'items', argument: count }],
    apply: (schema, [items]) => void (schema.maxItems = items),
  }),
  schemaMarker({
    name: 'ListType',
    kubebuilder: ['listType', 'k8s:listType'],
    emits: ['x-kubernetes-list-type'],
    summary: 'Sets how server-side apply merges the list: as a whole, as a set of scalars, or as a map with keys.',
    target: 'array',
    parameters: [{ name: 'type', argument: choice('atomic', 'set', 'map') }],
    apply: (schema, [type]) => void (schema.listType = type),
  }),
  schemaMarker({
    name: 'ListMapKey',
    kubebuilder: ['listMapKey', 'k8s:listMapKey'],
    emits: ['x-kubernetes-list-map-keys'],
    summary: 'Selects a field as a key of a list map. All keys together identify an item.',
    target: 'array',
    repeatable: true,
    parameters: [{ name: 'field', argument: string }],
    apply: (schema, [field]) => void (schema.listMapKeys = [...(schema.listMapKeys ?? []), field]),
  }),
];
