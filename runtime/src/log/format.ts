import { inspect } from 'node:util';
import { causesOf, isError, messageOf } from '../errors/causes.js';
import type { LogFields, LogLevel } from './logger.js';
import { mostMessage, shortened } from './shorten.js';

// Limits in characters. Container logs are split into chunks of 16 KiB, and collectors reject lines that are much
// longer than a few of them.
const mostText = mostMessage;
const mostField = 16_384;
const mostLine = 65_536;
// Limit of a field: its values, plus its characters divided by 100. No one reads more in a log, and writing it delays
// other work.
const mostEffort = 10_000;

/** Content of a log line. */
export interface LogEntry {
  readonly ts: string;
  readonly level: LogLevel;
  readonly msg: string;
  readonly fields: LogFields;
}

/** Formats a line as one JSON object, for machines. */
export function jsonLine({ ts, level, msg, fields }: LogEntry): string {
  return lineOf({ ts, level, msg, ...fields });
}

/**
 * Formats a line for a terminal: time, level, logger, message and fields with tabs between them, and errors below with
 * their stacks.
 */
export function consoleLine({ ts, level, msg, fields: { logger, ...fields } }: LogEntry): string {
  const errors = Object.values(fields).filter((value) => isError(value));
  const plainFields = Object.entries(fields).map(([key, value]) => [key, isError(value) ? messageOf(value) : value]);
  const heads = [...(typeof logger === 'string' ? [logger] : []), shortened(msg, mostText)];
  const parts = [ts, level.toUpperCase(), ...heads.map((each) => escaped(each))];
  if (plainFields.length > 0) parts.push(lineOf(Object.fromEntries(plainFields) as LogFields));
  return [parts.join('\t'), ...errors.map((error) => shownError(error))].join('\n').slice(0, 2 * mostLine);
}

/**
 * Formats an error with its stack. External text in its message can neither control the terminal nor look like a log
 * line.
 */
function shownError(error: Error): string {
  let text = inspected(error);
  for (const { message } of causesOf(error) as Iterable<Partial<Error>>) {
    if (typeof message === 'string' && message !== '') text = text.replaceAll(message, () => escaped(message));
  }
  const [first = '', ...rest] = shortened(text, mostField).split('\n');
  return [
    escaped(first),
    ...rest.map((line) => (/^ {4}|^[\]})]*$/.test(line) ? escaped(line) : `    ${escaped(line)}`)),
  ].join('\n');
}

// Characters that control a terminal, end a line, or change the text direction.
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Escapes control characters as JSON does. */
function escaped(text: string): string {
  return text.replaceAll(controls, (each) => {
    const plain = JSON.stringify(each).slice(1, -1);
    return plain === each ? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}` : plain;
  });
}

const within = { maxArrayLength: 100, maxStringLength: mostText };

/** Formats fields as a line of limited length: longer values are cut, with a note of their length. */
function lineOf(fields: LogFields): string {
  const parts: string[] = [];
  let [length, left] = [0, 0];
  for (const key of Object.keys(fields)) {
    // Fields after one that does not fit are not even formatted.
    const value = left === 0 ? textOf(fields[key]) : undefined;
    const part = value === undefined ? '' : `${JSON.stringify(shortened(key, mostText))}:${value}`;
    length += part.length;
    if (left > 0 || length > mostLine) left += 1;
    else if (part !== '') parts.push(part);
  }
  if (left > 0) parts.push(`"leftOut":"${left} fields for which the line has no room"`);
  return escaped(`{${parts.join()}}`);
}

/** Formats a field as JSON, or as a JSON string of its text if that fails. Undefined for a value that JSON omits. */
function textOf(value: unknown): string | undefined {
  const text = jsonOf(value) ?? (isLeftOut(value) ? undefined : JSON.stringify(shownAs(value)));
  return text === undefined || text.length <= mostField ? text : JSON.stringify(shortened(text, mostText));
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** Returns undefined if the value cannot be formatted: it is cyclic, too deep, has too many values, or throws. */
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
  return shortened(inspected(value), mostText);
}

function inspected(value: unknown): string {
  try {
    return inspect(value, within);
  } catch {
    return messageOf(value);
  }
}

function writable(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, mostText);
  if (typeof value === 'bigint') return String(value);
  if (!isError(value)) return value;
  const { name, message, cause } = value;
  const stack = stackOf(value);
  const errors: unknown = value instanceof AggregateError ? value.errors : undefined;
  return { name, message, stack, cause, errors };
}

/** Keeps the location of an error even if its message is too long. */
function stackOf({ stack }: Error): string | undefined {
  if (stack === undefined || stack.length <= mostText) return stack;
  const at = stack.indexOf('\n    at ');
  if (at === -1) return shortened(stack, mostText);
  return `${shortened(stack.slice(0, at), mostText / 8)}${shortened(stack.slice(at), mostText / 2)}`;
}
