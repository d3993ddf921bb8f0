import { cheapestRule } from '../../base/model/rule-cost.js';
import {
  emittedName,
  notEmitted,
  type DescriptionPolicy,
  type Keyword,
  type Schema,
  type Validation,
} from '../../base/model/schema.js';
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
    descriptions: policy = outer,
    description,
    properties = [],
    required = [],
    items,
    additionalProperties,
    not,
    validations,
    ...plain
  } = withNull(schema);
  const entries = plainEntries(plain);
  const described = describeUnder(policy, description);
  if (described !== undefined) entries.push(['description', described]);
  if (validations)
    entries.push([emittedName('validations'), validations.map((each) => emitValidation(each, schema, isRepeated))]);
  if (items) entries.push(['items', emitSchema(items, policy, true)]);
  if (additionalProperties) {
    const entry = additionalProperties.anyValue ? true : emitSchema(additionalProperties, policy, true);
    entries.push(['additionalProperties', entry]);
  }
  if (not) entries.push(['not', emitSchema(not)]);
  if (properties.length > 0) {
    // Not assigned one by one, because a field can be named `__proto__`.
    entries.push([
      'properties',
      Object.fromEntries(properties.map((each) => [each.name, emitSchema(each.schema, policy, isRepeated)])),
    ]);
  }
  const names = new Set([...properties.filter((each) => each.required).map(({ name }) => name), ...required]);
  // If a raw schema lists all of them, its order is kept.
  if (names.size > 0) entries.push(['required', names.size === required.length ? required : [...names].toSorted()]);
  return Object.fromEntries(entries);
}

const internal: ReadonlySet<string> = new Set(notEmitted);

/** Returns the keywords whose values are not schemas, and those whose values are lists of schemas. */
function plainEntries(plain: Schema): [string, unknown][] {
  const { anyOf, allOf, oneOf, ...others } = plain;
  const junctors = Object.entries({ anyOf, allOf, oneOf }).flatMap(([keyword, schemas]): [string, unknown][] =>
    schemas === undefined ? [] : [[keyword, schemas.map((each) => emitSchema(each))]],
  );
  const entries = Object.entries(others).filter(([keyword]) => !internal.has(keyword));
  return [
    ...entries.map(([keyword, value]): [string, unknown] => [emittedName(keyword as Keyword), value]),
    ...junctors,
  ];
}

function emitValidation(validation: Validation, schema: Schema, isRepeated: boolean): object {
  const { position: _, cost: __, ofAnySize: ___, ...fields } = validation;
  return { ...fields, rule: cheapestRule(validation, schema, isRepeated).rule };
}

/**
 * Moves the enum of a nullable schema into `allOf`, because the API server rejects null for any enum, even one that
 * contains null, but does not check `allOf` for null. The enum of a raw schema stays where it is.
 */
function withNull(schema: Schema): Schema {
  if (!schema.nullable || schema.enum === undefined || schema.rawEnum) return schema;
  const { enum: values, ...others } = schema;
  return { ...others, allOf: [...(schema.allOf ?? []), { enum: values }] };
}
