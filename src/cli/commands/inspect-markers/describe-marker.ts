import type { MarkerExample } from '../../../base/io/marker-examples.js';
import type { Argument, Field } from '../../../language/markers/argument.js';
import { type Marker, type Parameter, type SchemaTarget, tagName } from '../../../language/markers/marker.js';
import type { Replacement } from '../../../language/markers/go-counterparts.js';

const fieldsOf: Record<SchemaTarget, string> = {
  number: 'fields and types that are numbers',
  string: 'fields and types that are strings',
  formatted: 'fields and types that are strings or numbers',
  array: 'fields and types that are lists',
  object: 'fields and types that are objects or records',
  record: 'fields and types that are records',
  any: 'fields and types',
};

/** Describes what a marker applies to. */
export function placeOf(marker: Marker): string {
  switch (marker.on) {
    case 'schema':
      return fieldsOf[marker.target];
    case 'kind':
      return 'the class of a kind';
    case 'rbac':
    case 'webhooks':
    case 'webhookConfigurations':
      return 'classes and methods; as a tag, any declaration';
  }
}

/** Returns the type of an argument in TypeScript syntax. */
export function typeText(argument: Argument): string {
  switch (argument.type) {
    case 'number': {
      const name = argument.integer === true ? 'integer' : 'number';
      return argument.minimum === undefined ? name : `${name} >= ${argument.minimum}`;
    }
    case 'string':
    case 'boolean':
    case 'true':
      return argument.type;
    case 'json':
      return 'JSON';
    case 'schema':
      return argument.orTrue ? 'RawSchema | true' : 'RawSchema';
    case 'pattern':
      return 'RegExp | string';
    case 'choice':
      return [...argument.values.map((value) => `'${value}'`), ...(argument.orCount ? ['integer >= 0'] : [])].join(
        ' | ',
      );
    case 'list': {
      const item = typeText(argument.of);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'record':
      return `Record<string, ${typeText(argument.of)}>`;
    case 'kind':
      return 'KindHandle';
    case 'markers':
      return 'Marker';
    case 'object':
      return `{ ${Object.entries(argument.fields).map(fieldText).join(', ')} }`;
  }
}

function fieldText([name, { argument, optional }]: readonly [string, Field]): string {
  return `${name}${optional === true ? '?' : ''}: ${typeText(argument)}`;
}

/** One row of a marker's table of arguments. */
export interface ArgumentRow {
  /** `value`, or `column.jsonPath` for a key of an object. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly summary?: string;
}

/** Returns one row for each argument of a marker, and for each key of an object argument. */
export function argumentRows({ parameters, withKind = [] }: Marker): readonly ArgumentRow[] {
  return [...parameters, ...withKind].flatMap(({ name, argument, optional, rest }) => {
    if (argument.type !== 'object') {
      return [{ name: rest === true ? `...${name}` : name, type: typeText(argument), required: optional !== true }];
    }
    return Object.entries(argument.fields).map(([key, field]) => ({
      name: `${name}.${key}`,
      type: typeText(field.argument),
      required: field.optional !== true,
      summary: field.summary,
    }));
  });
}

/** Returns the signatures of a marker as a decorator: `@Minimum(value: number)`. */
export function decoratorTexts({ name, parameters, withKind }: Marker): readonly string[] {
  const forms = [parameters, ...(withKind === undefined ? [] : [withKind])];
  return forms.map((each) => `@${name}(${each.map(parameterText).join(', ')})`);
}

function parameterText({ name, argument, optional, rest }: Parameter): string {
  const type = argument.type === 'object' ? `{ ${keysOf(argument.fields).join(', ')} }` : typeText(argument);
  return rest === true ? `...${name}: ${type}` : `${name}${optional === true ? '?' : ''}: ${type}`;
}

function keysOf(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.entries(fields).map(([name, { optional }]) => (optional === true ? `${name}?` : name));
}

/** Describes a marker in lines of text. */
export function describeMarker(marker: Marker): readonly string[] {
  const rows = argumentRows(marker);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    [...decoratorTexts(marker), `@${tagName(marker)}`].join('  or  '),
    `  ${marker.summary}`,
    `  On ${placeOf(marker)}${marker.repeatable === true ? '; can be repeated' : ''}.`,
    ...(marker.kubebuilder.length > 0 ? [`  In Go: ${marker.kubebuilder.map((each) => `+${each}`).join(', ')}`] : []),
    ...rows.map(
      ({ name, type, required, summary }) =>
        `    ${name.padEnd(width)}  ${type}${required ? '' : ', optional'}${summary === undefined ? '' : `: ${summary}`}`,
    ),
  ];
}

/** Describes an example in a few lines for people. */
export function describeExample({ sources, generated }: MarkerExample): readonly string[] {
  return ['', '  Example:', ...Object.values(sources).flatMap(indented), '', '  Generates:', ...indented(generated)];
}

function indented(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`));
}

/** Returns the TypeScript equivalent of Go markers that are not needed, as lines of text. */
export function describeReplacement({ names, instead = 'nothing', why }: Replacement): readonly string[] {
  return [`In Go: ${names.map((each) => `+${each}`).join(', ')}`, `  Here: ${instead}`, `  ${why}`];
}

/** Returns a marker as data, without its functions. */
export function markerData(marker: Marker): Readonly<Record<string, unknown>> {
  const { name, summary, on, emits, parameters, withKind, repeatable = false } = marker;
  const described = (list: readonly Parameter[]) =>
    list.map(({ optional = false, rest = false, ...each }) => ({ ...each, optional, rest }));
  return {
    name,
    tag: tagName(marker),
    summary,
    on,
    ...(marker.on === 'schema' && { target: marker.target }),
    repeatable,
    kubebuilder: marker.kubebuilder,
    emits,
    ...(marker.inBundle !== undefined && { inBundle: marker.inBundle }),
    parameters: described(parameters),
    ...(withKind !== undefined && { withKind: described(withKind) }),
  };
}
