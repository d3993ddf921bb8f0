import type { Keyword, Schema } from '../model/schema.js';

/** How each keyword of the model is spelt in a CRD: under its own name, or as an extension. */
const spelling: Readonly<Partial<Record<Keyword, string>>> = {
  listType: 'x-kubernetes-list-type',
  listMapKeys: 'x-kubernetes-list-map-keys',
  mapType: 'x-kubernetes-map-type',
  intOrString: 'x-kubernetes-int-or-string',
  preserveUnknownFields: 'x-kubernetes-preserve-unknown-fields',
  embeddedResource: 'x-kubernetes-embedded-resource',
  validations: 'x-kubernetes-validations',
};

/** A schema as JSONSchemaProps. */
export function emitSchema(schema: Schema): Record<string, unknown> {
  const {
    origins: _,
    choices: __,
    firstBranch: ___,
    properties,
    items,
    additionalProperties,
    anyOf,
    allOf,
    ...plain
  } = schema;
  const entries: [string, unknown][] = Object.entries(plain).map(([keyword, value]) => [
    spelling[keyword as Keyword] ?? keyword,
    value,
  ]);
  if (items) entries.push(['items', emitSchema(items)]);
  if (additionalProperties) entries.push(['additionalProperties', emitSchema(additionalProperties)]);
  if (anyOf) entries.push(['anyOf', anyOf.map(emitSchema)]);
  if (allOf) entries.push(['allOf', allOf.map(emitSchema)]);
  if (properties && properties.length > 0) {
    // Not assigned one by one: a field may be called `__proto__`.
    entries.push(['properties', Object.fromEntries(properties.map((each) => [each.name, emitSchema(each.schema)]))]);
    const required = properties.filter((each) => each.required).map((each) => each.name);
    if (required.length > 0) entries.push(['required', required.toSorted()]);
  }
  return Object.fromEntries(entries);
}
