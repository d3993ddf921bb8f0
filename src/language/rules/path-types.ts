import type { PrintColumn } from '../../base/model/kind.js';
import type { Schema } from '../../base/model/schema.js';

type ColumnType = PrintColumn['type'];

const nouns: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const numbers: readonly (string | undefined)[] = ['integer', 'number'];

/**
 * Returns why a column of a type cannot show a field, and what to write instead; undefined if it can. The API server
 * prints any value in a column of the type string, and omits values of the wrong type in all other columns.
 */
export function columnProblem(column: ColumnType, field: Schema): readonly [string, string] | undefined {
  const { type, format, intOrString } = field;
  if (column === 'string' || type === undefined || intOrString === true) return undefined;
  const isNumber = column === 'integer' || column === 'number';
  if (isNumber ? numbers.includes(type) : column === 'boolean' ? type === 'boolean' : isTime(field)) return undefined;
  const fitting = isTime(field) ? 'date' : ['boolean', 'integer', 'number'].includes(type) ? type : 'string';
  const noun = `${nouns[type] ?? type}${format === undefined ? '' : ` with the format ${format}`}`;
  const result = column === 'date' && type === 'string' ? 'shows <invalid> unless that is a time' : 'stays empty';
  return [`which is ${noun}, so that a column of the type ${column} ${result}`, `write: type: '${fitting}'`];
}

function isTime({ type, format }: Schema): boolean {
  return type === 'string' && format === 'date-time';
}

/** Returns why the API server cannot read a field for the scale subresource; undefined if it can. */
export function scaleProblem(
  path: 'specReplicasPath' | 'statusReplicasPath' | 'labelSelectorPath',
  { type, intOrString }: Schema,
): string | undefined {
  const isRead = path === 'labelSelectorPath' ? type === 'string' : numbers.includes(type);
  if (isRead || type === undefined || intOrString === true) return undefined;
  return `which is ${nouns[type] ?? type}, so that the scale cannot be read or written`;
}
