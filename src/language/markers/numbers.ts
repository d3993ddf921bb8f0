import type { Schema } from '../../base/model/schema.js';
import { boolean, number } from './argument.js';
import { schemaMarker, type MarkerRefusal } from './marker.js';

/** Sets a bound. The bound of an integer must itself be an integer, or the API server rejects the schema. */
function setBound(
  schema: Schema,
  keyword: 'minimum' | 'maximum' | 'multipleOf',
  value: number,
): MarkerRefusal | undefined {
  if (schema.type === 'integer' && !Number.isInteger(value))
    return {
      reason: `${value} is not a whole number, and the field is an integer`,
      instead: `write a whole number such as ${Math.ceil(value)}, or make the field a Double`,
    };
  schema[keyword] = value;
  return undefined;
}

function notAboveZero(value: number): MarkerRefusal {
  return {
    reason: `${value} is not above zero`,
    instead: 'write a number above zero, such as 5, or remove the marker',
  };
}

/** Sets whether a bound is exclusive. Bounds are inclusive by default, so `false` is omitted. */
function setExclusive(
  schema: Schema,
  keyword: 'exclusiveMinimum' | 'exclusiveMaximum',
  exclusive: boolean,
): MarkerRefusal | undefined {
  if (!exclusive && schema[keyword]) {
    const bound = keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum';
    const reason = `the type of the field excludes its ${bound}, and a field cannot loosen its type`;
    return { reason, instead: 'remove the marker, or change the type' };
  }
  if (exclusive) schema[keyword] = true;
  return undefined;
}

export const numberMarkers = [
  schemaMarker({
    name: 'Minimum',
    kubebuilder: ['kubebuilder:validation:Minimum'],
    emits: ['minimum'],
    summary: 'Sets the smallest allowed value.',
    target: 'number',
    parameters: [{ name: 'value', argument: number }],
    apply: (schema, [value]) => setBound(schema, 'minimum', value),
  }),
  schemaMarker({
    name: 'Maximum',
    kubebuilder: ['kubebuilder:validation:Maximum'],
    emits: ['maximum'],
    summary: 'Sets the largest allowed value.',
    target: 'number',
    parameters: [{ name: 'value', argument: number }],
    apply: (schema, [value]) => setBound(schema, 'maximum', value),
  }),
  schemaMarker({
    name: 'ExclusiveMinimum',
    kubebuilder: ['kubebuilder:validation:ExclusiveMinimum'],
    emits: ['exclusiveMinimum'],
    summary: 'Excludes the minimum itself from the allowed values.',
    target: 'number',
    parameters: [{ name: 'exclusive', argument: boolean, optional: true }],
    apply: (schema, [exclusive = true]) => setExclusive(schema, 'exclusiveMinimum', exclusive),
  }),
  schemaMarker({
    name: 'ExclusiveMaximum',
    kubebuilder: ['kubebuilder:validation:ExclusiveMaximum'],
    emits: ['exclusiveMaximum'],
    summary: 'Excludes the maximum itself from the allowed values.',
    target: 'number',
    parameters: [{ name: 'exclusive', argument: boolean, optional: true }],
    apply: (schema, [exclusive = true]) => setExclusive(schema, 'exclusiveMaximum', exclusive),
  }),
  schemaMarker({
    name: 'MultipleOf',
    kubebuilder: ['kubebuilder:validation:MultipleOf'],
    emits: ['multipleOf'],
    summary: 'Requires the value to be a multiple of this number.',
    target: 'number',
    parameters: [{ name: 'value', argument: number }],
    apply: (schema, [value]) => (value > 0 ? setBound(schema, 'multipleOf', value) : notAboveZero(value)),
  }),
];
