import { installAllFeatures } from '../src/features.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Argument, Field } from '../src/language/markers/argument.js';
import type { Marker, Parameter, SchemaTarget } from '../src/language/markers/marker.js';
import { loadMarkers, markers } from '../src/language/markers/registry.js';
import { schemaKeywords } from '../src/language/markers/schema-keywords.js';

installAllFeatures();
await loadMarkers();

// Generates the decorators of @operator-gen/runtime/api from the table of markers: one entry there is one decorator
// here.

const output = fileURLToPath(new URL('../runtime/src/api/markers.ts', import.meta.url));

/**
 * The field types that a marker of each target accepts. A flavor (see scalars.ts) excludes `Int32` from the string
 * markers.
 */
const fieldTypes: Record<SchemaTarget, string> = {
  number: 'number | null | undefined',
  string: 'string | IntOrString | Quantity | null | undefined',
  formatted: 'string | number | IntOrString | Quantity | null | undefined',
  array: 'readonly unknown[] | null | undefined',
  object: 'ObjectValue | null | undefined',
  record: '(ObjectValue & Readonly<Record<string, unknown>>) | null | undefined',
  any: 'unknown',
};

function typeOf(argument: Argument): string {
  switch (argument.type) {
    case 'number':
    case 'boolean':
      return argument.type;
    case 'string':
      return argument.known?.map((each) => (each.includes('${') ? `\`${each}\`` : `'${each}'`)).join(' | ') ?? 'string';
    case 'true':
      return 'true';
    case 'json':
      return 'unknown';
    case 'schema':
      return argument.orTrue ? 'RawSchema | true' : 'RawSchema';
    case 'pattern':
      return 'string | RegExp';
    case 'choice':
      return [...argument.values.map((value) => `'${value}'`), ...(argument.orCount ? ['number'] : [])].join(' | ');
    case 'list':
      return typeOf(argument.of).includes(' | ')
        ? `readonly (${typeOf(argument.of)})[]`
        : `readonly ${typeOf(argument.of)}[]`;
    case 'record':
      return argument.of.type === 'schema'
        ? `Readonly<Record<string, ${typeOf(argument.of)}>> & RawSchemasOfObject`
        : `Readonly<Record<string, ${typeOf(argument.of)}>>`;
    case 'kind':
      return 'KindHandle<unknown>';
    case 'markers':
      return argument.part === 'keys' ? 'SchemaDecorator<string>' : 'SchemaDecorator<V>';
    case 'object':
      return fieldsOf(argument.fields);
  }
}

function fieldsOf(fields: Readonly<Record<string, Field>>): string {
  const lines = Object.entries(fields).map(([name, { summary, optional, argument }]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `  /** ${summary} */\n  readonly ${key}${optional ? '?' : ''}: ${typeOf(argument)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

function parameterList(parameters: readonly Parameter[]): string {
  return parameters
    .map((each) =>
      each.rest
        ? `...${each.name}: readonly ${typeOf(each.argument)}[]`
        : `${each.name}${each.optional ? '?' : ''}: ${typeOf(each.argument)}`,
    )
    .join(', ');
}

/** The type of the whole, for a marker that takes markers for its parts: the items of a list, the values of a map. */
const partTypes = {
  items: 'readonly V[]',
  values: 'Readonly<Record<string, V>>',
  keys: 'Readonly<Record<string, unknown>>',
};

function resultOf(each: Marker): string {
  switch (each.on) {
    case 'schema': {
      const part = each.parameters.find(({ argument }) => argument.type === 'markers')?.argument;
      return part?.type === 'markers'
        ? `SchemaDecorator<${partTypes[part.part]} | null | undefined>`
        : `SchemaDecorator<${fieldTypes[each.target]}>`;
    }
    case 'kind':
      return 'KindDecorator';
    case 'rbac':
    case 'webhooks':
    case 'webhookConfigurations':
      return 'CodeDecorator';
  }
}

function decorator(each: Marker): string {
  const body = each.name === 'Resource' ? 'resourceMarker' : 'marker';
  const parameters = parameterList(each.parameters);
  const generic = parameters.includes('<V>') ? '<V>' : '';
  const signature = `${generic}(${parameters}) => ${resultOf(each)}`;
  const type =
    each.withKind === undefined
      ? signature
      : `{ (${parameters}): ${resultOf(each)}; (${parameterList(each.withKind)}): ${resultOf(each)} }`;
  return `/** ${each.summary} */
export const ${each.name}: ${type} = ${body};
`;
}

const text = `// Generated from the tables of markers in src/language/markers/ and in features; changes made here are lost.
import { marker, resourceMarker, type CodeDecorator, type KindDecorator, type SchemaDecorator } from './decorator.js';
import type { KindHandle } from './resource.js';
import type { IntOrString, ObjectValue, Quantity } from './scalars.js';

/** Schemas of fields with the names of properties that every JavaScript object has, such as \`constructor\`. */
type RawSchemasOfObject = { readonly [Name in keyof typeof Object.prototype]?: RawSchema | object };

/** A schema with the keywords of a CustomResourceDefinition. */
export interface RawSchema ${fieldsOf(schemaKeywords)}

${markers.map(decorator).join('\n')}`;

const before = (() => {
  try {
    return readFileSync(output, 'utf8');
  } catch {
    return undefined;
  }
})();
if (before !== text) {
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, text);
}
