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

/** Returns the schema of a section: its keys are all that there are. */
export function section(description: string, properties: Readonly<Record<string, ValueSchema>>): ValueSchema {
  // Helm removes a value that a user sets to null. A section would then fail in the templates, with a message about them,
  // and a switch or a number would be read as off or 0.
  const required = Object.keys(properties).filter((key) => isNeeded(properties[key]!));
  return {
    type: 'object',
    description,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties,
  };
}

/** Reports whether the templates need a value, so that a user cannot remove it. */
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

/** A text that cannot be empty or have spaces. */
export const word = (description: string, text: string): ValueSchema => ({
  ...{ type: 'string', description, default: text },
  pattern: String.raw`^\S+$`,
});

/** The beginning of names of objects; by default none. Names of Services have no dots. */
export const prefix = (description: string): ValueSchema => ({
  ...{ type: 'string', description, default: '' },
  pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$',
});

/** The name of an object; by default none. */
export const objectName = (description: string): ValueSchema => ({
  ...{ type: 'string', description, default: '' },
  pattern: String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?$`,
});

/** A list of texts. */
export const texts = (description: string, value: readonly string[] = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'string' },
});

/** A list of names of namespaces. */
export const namespaces = (description: string): ValueSchema => ({
  ...{ type: 'array', description, default: [] },
  items: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' },
});

/** A list of objects of Kubernetes. */
export const objects = (description: string, value: JsonValue = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'object' },
});

/** A list of objects of Kubernetes that have a name. */
export const namedObjects = (description: string, value: JsonValue = []): ValueSchema => ({
  ...{ type: 'array', description, default: value },
  items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
});

/** An object of Kubernetes. */
export const object = (description: string, value: JsonValue = {}): ValueSchema => ({
  ...{ type: 'object', description, default: value },
});

/** Labels or annotations. */
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
