import { choice, count, string } from './argument.js';
import { schemaMarker } from './marker.js';

export const listMarkers = [
  schemaMarker({
    name: 'MinItems',
    kubebuilder: ['kubebuilder:validation:MinItems'],
    emits: ['minItems'],
    summary: 'The fewest items that are allowed.',
    target: 'array',
    parameters: [{ name: 'items', argument: count }],
    apply: (schema, [items]) => void (schema.minItems = items),
  }),
  schemaMarker({
    name: 'MaxItems',
    kubebuilder: ['kubebuilder:validation:MaxItems'],
    emits: ['maxItems'],
    summary: 'The most items that are allowed.',
    target: 'array',
    parameters: [{ name: 'items', argument: count }],
    apply: (schema, [items]) => void (schema.maxItems = items),
  }),
  schemaMarker({
    name: 'ListType',
    kubebuilder: ['listType', 'k8s:listType'],
    emits: ['x-kubernetes-list-type'],
    summary: 'How server-side apply merges the list: as a whole, as a set of scalars, or as a map by its keys.',
    target: 'array',
    parameters: [{ name: 'type', argument: choice('atomic', 'set', 'map') }],
    apply: (schema, [type]) => void (schema.listType = type),
  }),
  schemaMarker({
    name: 'ListMapKey',
    kubebuilder: ['listMapKey', 'k8s:listMapKey'],
    emits: ['x-kubernetes-list-map-keys'],
    summary: 'A field that, with the others so marked, identifies an item of a list map.',
    target: 'array',
    repeatable: true,
    parameters: [{ name: 'field', argument: string }],
    apply: (schema, [field]) => void (schema.listMapKeys = [...(schema.listMapKeys ?? []), field]),
  }),
];
