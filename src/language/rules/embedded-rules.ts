import type { SchemaType } from '../../base/model/schema.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { JsonValue } from '../../base/model/schema.js';
import { embeddedMisfits } from '../../base/values/embedded.js';
import { printPath } from '../../base/values/misfit.js';
import { problem, type Rule, type Visit } from './visit.js';

const types: Readonly<Record<string, SchemaType>> = { apiVersion: 'string', kind: 'string', metadata: 'object' };

/** Rules for fields that contain complete Kubernetes objects. */
export const embeddedRules: readonly Rule[] = [
  function* withoutFields(visit) {
    const { embeddedResource, properties = [], preserveUnknownFields, additionalProperties } = visit.schema;
    if (!embeddedResource) return;
    if (additionalProperties !== undefined || (properties.length === 0 && !preserveUnknownFields)) {
      const isRecord = additionalProperties !== undefined;
      yield problem('embedded-without-fields', visit, 'embeddedResource', { field: visit.field, isRecord });
    }
  },
  function* fieldTypes(visit) {
    const { embeddedResource, properties = [] } = visit.schema;
    if (!embeddedResource) return;
    for (const { name, schema } of properties) {
      const type = types[name];
      if (type === undefined || schema.type === type) continue;
      yield problem('embedded-field-type', visit, 'embeddedResource', { field: `${visit.field}.${name}`, type });
    }
  },
  function* enumsInside(visit) {
    const { embeddedResource, properties = [] } = visit.schema;
    if (!embeddedResource) return;
    for (const { name, schema, position = visit.position } of properties) {
      const inner = { ...visit, schema, field: `${visit.field}.${name}`, position };
      for (const value of types[name] === 'string' ? (schema.enum ?? []) : []) {
        for (const { reason } of embeddedMisfits({ ...placeholder, [name]: value }, [])) {
          yield problem('invalid-enum-value', inner, 'enum', { field: inner.field, reason });
        }
      }
    }
  },
  function* defaultsInside(visit) {
    const { embeddedResource, properties = [] } = visit.schema;
    if (!embeddedResource || visit.inRecord) return;
    for (const { name, schema, position = visit.position } of properties) {
      if (!Object.hasOwn(types, name)) continue;
      const inner = { ...visit, schema, field: `${visit.field}.${name}`, position };
      yield* defaultsBelow(inner, (value) => ({ ...placeholder, [name]: value }));
    }
  },
];

const placeholder = { apiVersion: 'validation/v1', kind: 'Validation' };

type Wrap = (value: JsonValue) => { readonly [key: string]: JsonValue };

/** Checks each default inside a field that every object has, in an object without other fields. */
function* defaultsBelow(visit: Visit, wrap: Wrap): Generator<Diagnostic> {
  const { schema, field } = visit;
  const { default: value, items, properties = [] } = schema;
  if (value !== undefined) {
    for (const { path, reason } of embeddedMisfits(wrap(value), [])) {
      yield problem('invalid-default', visit, 'default', { field, reason: `at ${printPath(path)}, ${reason}` });
    }
  }
  if (items) yield* defaultsBelow({ ...visit, schema: items, field: `${field}[]` }, (each) => wrap([each]));
  for (const { name, schema: inner, position = visit.position } of properties) {
    const below = { ...visit, schema: inner, field: `${field}.${name}`, position };
    yield* defaultsBelow(below, (each) => wrap({ [name]: each }));
  }
}
