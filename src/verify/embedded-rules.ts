import type { SchemaType } from '../model/schema.js';
import { problem, type Rule } from './visit.js';

const types: Readonly<Record<string, SchemaType>> = { apiVersion: 'string', kind: 'string', metadata: 'object' };

/** Fields that hold whole objects of Kubernetes. */
export const embeddedRules: readonly Rule[] = [
  function* withoutFields(visit) {
    const { embeddedResource, properties = [], preserveUnknownFields, additionalProperties } = visit.schema;
    if (!embeddedResource) return;
    if (additionalProperties !== undefined || (properties.length === 0 && !preserveUnknownFields)) {
      yield problem('embedded-without-fields', visit, 'embeddedResource', { field: visit.field });
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
];
