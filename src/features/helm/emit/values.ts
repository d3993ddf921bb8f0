import { exactJson } from '../../../base/model/exact-json.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { isObject } from '../../../base/model/schema.js';
import { toYaml } from '../../../base/text/yaml.js';

/** The part of JSON Schema (draft 7) that describes the values of a chart. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly items?: ValueSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: boolean | ValueSchema;
}

/** Returns the schema of a section, which has no other keys. */
export function section(description: string, properties: Readonly<Record<string, ValueSchema>>): ValueSchema {
  // Helm removes a value that a user sets to null. Then the templates would fail with a message about themselves if it
  // is a section, and would treat a switch as off and a number as 0.
  const required = Object.keys(properties).filter((key) => isNeeded(properties[key]!));
  return {
    type: 'object',
    description,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties,
  };
}

/** Reports whether the templates need a value, so that a user must not remove it. */
export function isNeeded({ properties, type, enum: choices, pattern }: ValueSchema): boolean {
  const isText = type === 'string' && pattern !== undefined && !new RegExp(pattern).test('');
  return properties !== undefined || type === 'boolean' || type === 'integer' || choices !== undefined || isText;
}

export const toggle = (description: string, on: boolean): ValueSchema => ({
  type: 'boolean',
  description,
  default: on,
});

export const string = (description: string, text = ''): ValueSchema => ({ type: 'string', description, default: text });

export const integer = (description: string, value: number, minimum = 0, maximum?: number): ValueSchema => ({
  ...{ type: 'integer', description, default: value, minimum },
  ...(maximum !== undefined && { maximum }),
});

export const port = (description: string, value: number): ValueSchema => integer(description, value, 1, 65_535);

export const choice = (description: string, values: readonly string[], value: string): ValueSchema => ({
  ...{ type: 'string', description, default: value },
  enum: values,
});

/** Returns the schema of a text that can neither be empty nor contain spaces. */
export const word = (description: string, text: string): ValueSchema => ({
  ...{ type: 'string', description, default: text },
  pattern: String.raw`^\S+$`,
});

/** Returns the schema of a prefix of object names; by default none. Names of Services contain no dots. */
export const prefix = (description: string): ValueSchema => ({
  ...{ type: 'string', description, default: '' },
  pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$',
});

/** Returns the schema of the name of an object; by default none. */
export const objectName = (description: string): ValueSchema => ({
  ...{ type: 'string', description, default: '' },
  pattern: String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?$`,
});

/** Returns the schema of a list of texts. */
export const texts = (description: string, value: readonly string[] = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'string' },
});

/** Returns the schema of a list of namespace names. */
export const namespaces = (description: string): ValueSchema => ({
  ...{ type: 'array', description, default: [] },
  items: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' },
});

/** Returns the schema of a list of Kubernetes objects. */
export const objects = (description: string, value: JsonValue = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'object' },
});

/** Returns the schema of a list of named Kubernetes objects. */
export const namedObjects = (description: string, value: JsonValue = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
});

/** Returns the schema of a Kubernetes object. */
export const object = (description: string, value: JsonValue = {}): ValueSchema => ({
  ...{ type: 'object', description, default: value },
});

/** Returns the schema of labels or annotations. */
export const pairs = (description: string): ValueSchema => ({
  ...{ type: 'object', description, default: {} },
  additionalProperties: { type: 'string' },
});

/** Prints the schema of the values. */
export function schemaText(schema: ValueSchema): string {
  const { description, ...rest } = schema;
  const whole = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Values', description, ...rest };
  return `${exactJson(whole, 2)}\n`;
}

/** Prints the default values, with the descriptions as comments. */
export function valuesText({ properties = {}, description = '' }: ValueSchema): string {
  return `# ${description}\n${sectionLines(properties, '').join('\n')}\n`;
}

function sectionLines(properties: Readonly<Record<string, ValueSchema>>, indent: string): readonly string[] {
  return Object.entries(properties).flatMap(([key, each]) => {
    if (each.properties === undefined && each.default === undefined) return [];
    const comment = each.description === undefined ? [] : [`${indent}# ${each.description}`];
    if (each.properties === undefined)
      return [...comment, ...indented(toYaml({ [key]: each.default }).slice('---\n'.length, -1), indent)];
    const lines = sectionLines(each.properties, `${indent}  `);
    return lines.length === 0 ? [] : [...comment, `${indent}${key}:`, ...lines];
  });
}

function indented(printed: string, indent: string): readonly string[] {
  return printed.split('\n').map((line) => (line === '' ? line : indent + line));
}

/** Reads a schema that an earlier run has printed; undefined if it is not one. */
export function readSchema(printed: string | undefined): ValueSchema | undefined {
  if (printed === undefined) return undefined;
  try {
    const read = JSON.parse(printed) as JsonValue;
    return isSchema(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isSchema(value: JsonValue | undefined): value is JsonObject & ValueSchema {
  if (value === undefined || !isObject(value)) return false;
  const { properties, description } = value;
  const isText = description === undefined || (typeof description === 'string' && !description.includes('\n'));
  if (properties === undefined) return isText;
  return isText && isObject(properties) && Object.values(properties).every(isSchema);
}
