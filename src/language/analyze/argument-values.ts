import { count, type Argument } from '../markers/argument.js';
import type { JsonValue } from '../../base/model/schema.js';

/** Reports whether a value is valid for an argument that is read as a whole. */
export function accepts(argument: Argument, value: JsonValue): boolean {
  switch (argument.type) {
    case 'number':
      return (
        typeof value === 'number' &&
        (!argument.integer || Number.isSafeInteger(value)) &&
        (argument.minimum === undefined || value >= argument.minimum)
      );
    case 'string':
    case 'pattern':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'true':
      return value === true;
    case 'choice':
      return (
        (typeof value === 'string' && argument.values.includes(value)) ||
        (argument.orCount === true && accepts(count, value))
      );
    default:
      return true;
  }
}

/** Describes the values of an argument, for a sentence. */
export function describe(argument: Argument): string {
  switch (argument.type) {
    case 'number':
      if (!argument.integer) return 'a number';
      return argument.minimum === undefined ? 'a whole number' : `a whole number, ${argument.minimum} or more`;
    case 'string':
      return 'a text';
    case 'boolean':
      return 'true or false';
    case 'true':
      return 'true';
    case 'schema':
      return argument.orTrue ? 'a schema or true' : 'a schema, such as { maxLength: 63 }';
    case 'json':
      return 'a JSON value';
    case 'pattern':
      return 'a regular expression without flags';
    case 'choice':
      return [...argument.values.map((each) => `'${each}'`), ...(argument.orCount ? [describe(count)] : [])].join(
        ' or ',
      );
    case 'list':
      return `a list, each item ${describe(argument.of)}`;
    case 'record':
      return `an object whose values are each ${describe(argument.of)}`;
    case 'kind':
      return 'a kind: its class, or a handle such as Deployment';
    case 'markers':
      return 'a marker, such as MaxLength(63)';
    case 'object':
      return `an object { ${Object.keys(argument.fields).join(', ')} }`;
  }
}
