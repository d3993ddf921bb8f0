import { inspect } from 'node:util';
import type { LogFields, LogLevel } from './logger.js';

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
  const parts = [ts, level.toUpperCase(), ...(typeof logger === 'string' ? [logger] : []), msg];
  if (plainFields.length > 0) parts.push(lineOf(Object.fromEntries(plainFields) as LogFields));
  return [parts.join('\t'), ...errors.map((error) => inspect(error))].join('\n');
}

/** A line must never fail: a field that cannot be written as JSON is written as text. */
function lineOf(fields: LogFields): string {
  try {
    return jsonOf(fields);
  } catch {
    return jsonOf(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, writable(value)])));
  }
}

function writable(value: unknown): unknown {
  try {
    jsonOf(value);
    return value;
  } catch {
    return inspect(value);
  }
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : plain(each)));
}

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const errors: unknown = value instanceof AggregateError ? value.errors : undefined;
  return { name, message, stack, cause, errors };
}
