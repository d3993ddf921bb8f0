import { cheapestRule } from '../model/rule-cost.js';
import { emittedName, type DescriptionPolicy, type Keyword, type Schema, type Validation } from '../model/schema.js';
import { describeUnder } from './descriptions.js';

/**
 * Returns a schema as JSONSchemaProps, with its descriptions under the policy, unless a part of the schema overrides
 * it.
 * @param isRepeated whether it is inside a list or a map
 */
export function emitSchema(
  schema: Schema,
  outer: DescriptionPolicy = 'keep',
  isRepeated = false,
): Record<string, unknown> {
  const {
    origins: _,
    choices: __,
    firstBranch: ___,
    descriptions: policy = outer,
    description,
    properties,
    items,
    additionalProperties,
    anyOf,
    allOf,
    validations,
    ...plain
  } = withNull(schema);
  const entries: [string, unknown][] = Object.entries(plain).map(([keyword, value]) => [
    emittedName(keyword as Keyword),
    value,
  ]);
  const described = describeUnder(policy, description);
  if (described !== undefined) entries.push(['description', described]);
  if (validations)
    entries.push([emittedName('validations'), validations.map((each) => emitValidation(each, schema, isRepeated))]);
  if (items) entries.push(['items', emitSchema(items, policy, true)]);
  if (additionalProperties) entries.push(['additionalProperties', emitSchema(additionalProperties, policy, true)]);
  if (anyOf) entries.push(['anyOf', anyOf.map((each) => emitSchema(each))]);
  if (allOf) entries.push(['allOf', allOf.map((each) => emitSchema(each))]);
  if (properties && properties.length > 0) {
    // Not assigned one by one, because a field can be named `__proto__`.
    entries.push([
      'properties',
      Object.fromEntries(properties.map((each) => [each.name, emitSchema(each.schema, policy, isRepeated)])),
    ]);
    const required = properties.filter((each) => each.required).map((each) => each.name);
    if (required.length > 0) entries.push(['required', required.toSorted()]);
  }
  return Object.fromEntries(entries);
}

function emitValidation(validation: Validation, schema: Schema, isRepeated: boolean): object {
  const { position: _, cost: __, ofAnySize: ___, ...fields } = validation;
  return { ...fields, rule: cheapestRule(validation, schema, isRepeated).rule };
}

/**
 * Moves the enum of a nullable schema into `allOf`, because the API server rejects null for any enum, even one that
 * contains null, but does not check `allOf` for null.
 */
function withNull(schema: Schema): Schema {
  if (!schema.nullable || schema.enum === undefined) return schema;
  const { enum: values, ...others } = schema;
  return { ...others, allOf: [...(schema.allOf ?? []), { enum: values }] };
}
