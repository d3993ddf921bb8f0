import type { SchemaTarget } from '../../src/language/markers/marker.js';

/** Types of fields to which markers for other types do not apply. */
export const misfitTypes: Readonly<Record<SchemaTarget, readonly string[]>> = {
  number: ['string', 'boolean', 'string[]', '{ a?: string }', 'Record<string, string>', 'Json', 'IntOrString', 'Time'],
  string: ['Int32', 'Double', 'boolean', 'string[]', '{ a?: string }', 'Record<string, string>', 'Json'],
  formatted: ['boolean', 'string[]', '{ a?: string }', 'Record<string, string>', 'Json'],
  array: ['string', 'Int32', 'boolean', '{ a?: string }', 'Record<string, string>', 'Json', 'Quantity'],
  object: ['string', 'Int32', 'boolean', 'string[]', 'Json', 'IntOrString'],
  record: ['string', 'Int32', 'boolean', 'string[]', '{ a?: string }', 'Json', 'RawExtension'],
  any: [],
};
