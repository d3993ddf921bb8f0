import { count, pattern, string } from './argument.js';
import { schemaMarker } from './marker.js';

export const stringMarkers = [
  schemaMarker({
    name: 'MinLength',
    kubebuilder: ['kubebuilder:validation:MinLength'],
    emits: ['minLength'],
    summary: 'The fewest characters that are allowed.',
    target: 'string',
    parameters: [{ name: 'length', argument: count }],
    apply: (schema, [length]) => void (schema.minLength = length),
  }),
  schemaMarker({
    name: 'MaxLength',
    kubebuilder: ['kubebuilder:validation:MaxLength'],
    emits: ['maxLength'],
    summary: 'The most characters that are allowed.',
    target: 'string',
    parameters: [{ name: 'length', argument: count }],
    apply: (schema, [length]) => void (schema.maxLength = length),
  }),
  schemaMarker({
    name: 'Pattern',
    kubebuilder: ['kubebuilder:validation:Pattern'],
    emits: ['pattern'],
    summary:
      'A regular expression (RE2) that the value must match somewhere; anchor it with ^ and $ to match it whole.',
    target: 'string',
    parameters: [{ name: 'expression', argument: pattern }],
    apply: (schema, [expression]) => void (schema.pattern = expression),
  }),
  schemaMarker({
    name: 'Format',
    kubebuilder: ['kubebuilder:validation:Format'],
    emits: ['format'],
    summary: 'A named format, such as `date-time`, `ipv4` or `uri`.',
    target: 'string',
    parameters: [{ name: 'format', argument: string }],
    apply: (schema, [format]) => void (schema.format = format),
  }),
];
