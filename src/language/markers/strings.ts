import { count, pattern, string } from './argument.js';
import { schemaMarker } from './marker.js';

export const stringMarkers = [
  schemaMarker({
    name: 'MinLength',
    kubebuilder: ['kubebuilder:validation:MinLength'],
    emits: ['minLength'],
    summary: 'Sets the minimum number of characters.',
    target: 'string',
    parameters: [{ name: 'length', argument: count }],
    apply: (schema, [length]) => void (schema.minLength = length),
  }),
  schemaMarker({
    name: 'MaxLength',
    kubebuilder: ['kubebuilder:validation:MaxLength'],
    emits: ['maxLength'],
    summary: 'Sets the maximum number of characters.',
    target: 'string',
    parameters: [{ name: 'length', argument: count }],
    apply: (schema, [length]) => void (schema.maxLength = length),
  }),
  schemaMarker({
    name: 'Pattern',
    kubebuilder: ['kubebuilder:validation:Pattern'],
    emits: ['pattern'],
    summary:
      'Requires a part of the value to match a regular expression (RE2). To match the whole value, anchor it with `^` and `$`.',
    target: 'string',
    parameters: [{ name: 'expression', argument: pattern }],
    apply: (schema, [expression]) => void (schema.pattern = expression),
  }),
  schemaMarker({
    name: 'Format',
    kubebuilder: ['kubebuilder:validation:Format'],
    emits: ['format'],
    summary:
      'Sets the format of the value, such as `date-time`, `ipv4` or `uri`. On a number, it replaces that of its type.',
    target: 'formatted',
    parameters: [{ name: 'format', argument: string }],
    apply: (schema, [format]) => void (schema.format = format),
  }),
];
