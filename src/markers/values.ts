import { json } from './argument.js';
import { schemaMarker } from './marker.js';

export const valueMarkers = [
  schemaMarker({
    name: 'Optional',
    summary: 'The field may be left out by those who write the object, and is there for those who read it.',
    kubebuilder: ['optional', 'k8s:optional', 'kubebuilder:validation:Optional'],
    emits: [],
    target: 'any',
    optional: true,
    parameters: [],
    apply: () => undefined,
  }),
  schemaMarker({
    name: 'Default',
    kubebuilder: ['kubebuilder:default', 'default'],
    emits: ['default'],
    summary: 'The value that the API server fills in; for interfaces, where no initializer can stand.',
    target: 'any',
    parameters: [{ name: 'value', argument: json }],
    apply: (schema, [value]) => void (schema.default = value),
  }),
  schemaMarker({
    name: 'Enum',
    kubebuilder: ['kubebuilder:validation:Enum'],
    emits: ['enum'],
    summary: 'The values that are allowed; a union of literals says the same to the type checker as well.',
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
