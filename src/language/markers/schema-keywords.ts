import {
  boolean,
  choice,
  count,
  json,
  list,
  number,
  object,
  onlyTrue,
  pattern,
  rawSchema,
  rawSchemaOrTrue,
  record,
  string,
  type Argument,
  type Field,
} from './argument.js';
import { externalDocsFields } from './documentation.js';
import { validationFields } from './validations.js';

const keyword = (argument: Argument, summary: string): Field => ({ argument, summary, optional: true });

/**
 * The keywords of a raw schema, as a CustomResourceDefinition writes them. It does not contain keywords that the API
 * server rejects in every schema, such as `$ref`.
 */
export const schemaKeywords: Readonly<Record<string, Field>> = {
  type: keyword(choice('string', 'integer', 'number', 'boolean', 'object', 'array'), 'The type of the value.'),
  format: keyword(string, 'The format of a string or a number.'),
  title: keyword(string, 'A human-readable name.'),
  description: keyword(string, 'The description, which replaces that of the doc comment.'),
  externalDocs: keyword(object(externalDocsFields), 'A link to external documentation.'),
  default: keyword(json, 'The default that the API server fills in.'),
  example: keyword(json, 'An example of a valid value.'),
  enum: keyword(list(json), 'The allowed values.'),
  nullable: keyword(boolean, 'Whether null is allowed.'),
  minimum: keyword(number, 'The minimum of a number.'),
  maximum: keyword(number, 'The maximum of a number.'),
  exclusiveMinimum: keyword(boolean, 'Whether the minimum itself is not allowed.'),
  exclusiveMaximum: keyword(boolean, 'Whether the maximum itself is not allowed.'),
  multipleOf: keyword(number, 'The number of which every value is a multiple.'),
  minLength: keyword(count, 'The minimum number of characters.'),
  maxLength: keyword(count, 'The maximum number of characters.'),
  pattern: keyword(pattern, 'A regular expression (RE2) that a part of the value matches.'),
  items: keyword(rawSchema, 'The schema of the items of a list.'),
  minItems: keyword(count, 'The minimum number of items.'),
  maxItems: keyword(count, 'The maximum number of items.'),
  properties: keyword(record(rawSchema), 'The schemas of the fields, by name.'),
  required: keyword(list(string), 'The names of the required fields.'),
  additionalProperties: keyword(rawSchemaOrTrue, 'The schema of the values of a map; `true` for any values.'),
  minProperties: keyword(count, 'The minimum number of fields or entries.'),
  maxProperties: keyword(count, 'The maximum number of fields or entries.'),
  allOf: keyword(list(rawSchema), 'Conditions that all hold.'),
  anyOf: keyword(list(rawSchema), 'Conditions of which at least one holds.'),
  oneOf: keyword(list(rawSchema), 'Conditions of which exactly one holds.'),
  not: keyword(rawSchema, 'A condition that does not hold.'),
  'x-kubernetes-int-or-string': keyword(onlyTrue, 'Allows integers and strings.'),
  'x-kubernetes-preserve-unknown-fields': keyword(onlyTrue, 'Preserves fields that the schema does not define.'),
  'x-kubernetes-embedded-resource': keyword(onlyTrue, 'Declares that the value is a complete Kubernetes object.'),
  'x-kubernetes-list-type': keyword(choice('atomic', 'set', 'map'), 'How server-side apply merges a list.'),
  'x-kubernetes-list-map-keys': keyword(list(string), 'The fields that identify an item of a list map.'),
  'x-kubernetes-map-type': keyword(choice('granular', 'atomic'), 'How server-side apply merges an object.'),
  'x-kubernetes-validations': keyword(list(object(validationFields)), 'Validation rules in CEL.'),
};
