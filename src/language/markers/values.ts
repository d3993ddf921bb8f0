import { json } from './argument.js';
import { schemaMarker } from './marker.js';

export const valueMarkers = [
  schemaMarker({
    name: 'Optional',
    summary: 'Makes the field optional for clients although its TypeScript type requires it.',
    kubebuilder: ['optional', 'k8s:optional', 'kubebuilder:validation:Optional'],
    emits: [],
    target: 'any',
    presence: 'optional',
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'Required',
    summary:
      'Makes the field required although its TypeScript type is optional or it has a default. The API server fills in a default before it checks this.',
    kubebuilder: ['kubebuilder:validation:Required', 'required', 'k8s:required'],
    emits: [],
    target: 'any',
    presence: 'required',
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'Default',
    kubebuilder: ['kubebuilder:default', 'default'],
    emits: ['default'],
    summary:
      'Sets the default that the API server fills in. Use it in interfaces, which cannot have initializers, and for objects without the fields that have defaults.',
    target: 'any',
    parameters: [{ name: 'value', argument: json }],
    apply: (schema, [value]) => void (schema.default = value),
  }),
  schemaMarker({
    name: 'Enum',
    kubebuilder: ['kubebuilder:validation:Enum'],
    emits: ['enum'],
    summary: 'Sets the allowed values. A union of literals has the same effect, and the type checker enforces it too.',
    target: 'any',
    parameters: [{ name: 'values', argument: json, rest: true }],
    apply: (schema, values) => {
      if (values.length === 0) {
        return { reason: 'it names no value', instead: "name the values that are allowed: @Enum('a', 'b')" };
      }
      schema.enum = values;
      return undefined;
    },
  }),
];
