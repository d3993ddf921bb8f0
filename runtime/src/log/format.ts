import { inspect } from 'node:util';
import { causesOf } from '../errors/causes.js';
import type { LogFields, LogLevel } from './logger.js';
import { mostMessage, shortened } from './shorten.js';

// Characters. Containers' logs are cut into pieces of 16 KiB, and collectors refuse lines that are much longer than a few.
const mostText = mostMessage;
const mostField = 16_384;
const mostLine = 65_536;
// Values inside a field, and hundreds of characters: what has more is not read in a log, and to write it takes the time of others.
const mostEffort = 10_000;

/** What is said in one line, before it is text. */
export interface LogEntry {
  readonly ts: string;
  readonly level: LogLevel;
  readonly msg: string;
  readonly fields: LogFields;
}

/** One JSON object: for machines. */
export function jsonLine({ ts, level, msg, fields }: LogEntry): string {
  return lineOf({ ts, level, msg, ...fields });
}

/** Time, level, logger, message and fields with tabs between them, and errors below with their stacks: for a terminal. */
export function consoleLine({ ts, level, msg, fields: { logger, ...fields } }: LogEntry): string {
  const errors = Object.values(fields).filter((value) => value instanceof Error);
  const plainFields = Object.entries(fields).map(([key, value]) => [
    key,
    value instanceof Error ? value.message : value,
  ]);
  const heads = [...(typeof logger === 'string' ? [logger] : []), shortened(msg, mostText)];
  const parts = [ts, level.toUpperCase(), ...heads.map((each) => escaped(each))];
  if (plainFields.length > 0) parts.push(lineOf(Object.fromEntries(plainFields) as LogFields));
  return [parts.join('\t'), ...errors.map((error) => shownError(error))].join('\n').slice(0, 2 * mostLine);
}

/** An error with its stack. What others wrote into its message neither steers the terminal nor looks like a line of the log. */
function shownError(error: Error): string {
  let text = inspect(error, within);
  for (const { message } of causesOf(error) as Iterable<Partial<Error>>) {
    if (typeof message === 'string' && message !== '') text = text.replaceAll(message, () => escaped(message));
  }
  const [first = '', ...rest] = shortened(text, mostField).split('\n');
  return [
    escaped(first),
    ...rest.map((line) => (/^ {4}|^[\]})]*$/.test(line) ? escaped(line) : `    ${escaped(line)}`)),
  ].join('\n');
}

// What steers a terminal, ends a line, or turns the order of letters around.
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** A text with its controls as JSON would write them. */
function escaped(text: string): string {
  return text.replaceAll(controls, (each) => {
    const plain = JSON.stringify(each).slice(1, -1);
    return plain === each ? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}` : plain;
  });
}

const within = { maxArrayLength: 100, maxStringLength: mostText };

/** A line has an end, whatever its fields are: what is too long is cut, with a note of how long it was. */
function lineOf(fields: LogFields): string {
  const parts: string[] = [];
  let [length, left] = [0, 0];
  for (const key of Object.keys(fields)) {
    // What comes after one that has no room is not even written out.
    const value = left === 0 ? textOf(fields[key]) : undefined;
    const part = value === undefined ? '' : `${JSON.stringify(shortened(key, mostText))}:${value}`;
    length += part.length;
    if (left > 0 || length > mostLine) left += 1;
    else if (part !== '') parts.push(part);
  }
  if (left > 0) parts.push(`"leftOut":"${left} fields for which the line has no room"`);
  return escaped(`{${parts.join()}}`);
}

/** A field as JSON; as JSON of its text where it cannot be written otherwise. Undefined for one that JSON leaves out. */
function textOf(value: unknown): string | undefined {
  const text = jsonOf(value) ?? (isLeftOut(value) ? undefined : JSON.stringify(shownAs(value)));
  return text === undefined || text.length <= mostField ? text : JSON.stringify(shortened(text, mostText));
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** Undefined where it cannot be written: it contains itself, is nested too deeply, has too many values, or throws. */
function jsonOf(value: unknown): string | undefined {
  let effort = 0;
  try {
    return JSON.stringify(value, (key, each: unknown) => {
      effort += 1 + (key.length + (typeof each === 'string' ? Math.min(each.length, mostText) : 0)) / 100;
      if (effort > mostEffort) throw new RangeError('too many values for a log');
      return writable(each);
    });
  } catch {
    return undefined;
  }
}

function shownAs(value: unknown): string {
  try {
    return shortened(inspect(value, within), mostText);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}

function writable(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, mostText);
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, cause } = value;
  const stack = stackOf(value);
  const errors: unknown = value instanceof AggregateError ? value.errors : undefined;
  return { name, message, stack, cause, errors };
}

/** Where an error comes from is said also where its message is too long. */
function stackOf({ stack }: Error): string | undefined {
  if (stack === undefined || stack.length <= mostText) return stack;
  const at = stack.indexOf('\n    at ');
  if (at === -1) return shortened(stack, mostText);
  return `${shortened(stack.slice(0, at), mostText / 8)}${shortened(stack.slice(at), mostText / 2)}`;
}
