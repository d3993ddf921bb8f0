import { argumentsOf } from './calls.js';
import type { GoIndex } from './controller.js';
import type { GoFunction } from './declarations.js';
import { typeIn } from './kinds.js';
import type { GoProgram } from './program.js';
import type { GoText } from './text.js';

/** The largest number of indexes that are read of a function. */
const mostIndexes = 100;

/** Returns the fields that a function indexes. */
export function indexesIn(program: GoProgram, file: GoText, { offset, end }: GoFunction): readonly GoIndex[] {
  const around = { file, imports: program.importsOf(file) };
  const calls = [...file.code.slice(offset, end).matchAll(/\bIndexField\s*\(/g)].slice(0, mostIndexes);
  return calls.flatMap(({ 0: start, index }) => {
    const open = offset + index + start.length - 1;
    const [, object, field] = argumentsOf(file, open, file.closing.get(open) ?? open);
    const type = object && typeIn(around, object);
    const name = field && program.textOf(file, file.text.slice(field.from, field.to));
    return type === undefined || name === undefined ? [] : [{ type, field: name, file, offset: offset + index }];
  });
}
