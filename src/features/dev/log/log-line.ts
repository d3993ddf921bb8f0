import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { numberAt, objectAt, textAt } from '../../../base/model/json-at.js';
import type { Message } from '../show/message.js';

/** Messages of the runtime that say what `dev` says itself, or that are about the process alone. */
const usual = new Set([
  'controller started',
  'controller stopped',
  'serving health probes',
  'serving the state of the controllers',
  'serving webhooks',
  'the webhook server stops',
]);

/** A line of the operator's output. */
export interface LogLine {
  /** Undefined for a line that tells the user nothing. */
  readonly message: Message | undefined;
  /** The text of the runtime's message; empty for a line that is not one. */
  readonly text: string;
  readonly fields: JsonObject;
}

/** Reads a line of the operator's output: a line of the runtime's log in JSON, or whatever its code prints. */
export function readLine(line: string): LogLine {
  const object = parsed(line);
  const text = textAt(object, 'msg');
  if (object === undefined || text === '') {
    return { message: line.trim() === '' ? undefined : { event: 'printed', line }, text: '', fields: {} };
  }
  const level = textAt(object, 'level') || 'info';
  const { msg: _, level: __, ts: ___, ...fields } = object;
  const isUsual = usual.has(text) && level === 'info';
  return { message: isUsual ? undefined : messageOf(level, text, fields), text, fields };
}

function parsed(line: string): JsonObject | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(level: string, text: string, fields: JsonObject): Message {
  const controller = textAt(fields, 'controller');
  const object = objectOf(fields);
  const error = objectAt(fields, 'error');
  if (text.startsWith('reconcile failed') && object !== undefined) {
    const at = firstInSources(textAt(error, 'stack'));
    const failures = numberAt(fields, 'failures');
    return {
      event: 'failed',
      controller,
      object,
      error: errorText(error),
      ...(at !== undefined && { at }),
      ...(failures !== undefined && { failures }),
    };
  }
  return {
    event: 'log',
    level,
    message: text,
    ...(object !== undefined && { object }),
    ...(controller !== '' && { controller }),
    fields: restOf(fields),
  };
}

/** Returns the fields that a reader of the line needs: an error as its message, and without the IDs. */
function restOf(fields: JsonObject): Readonly<Record<string, unknown>> {
  const hidden = new Set(['controller', 'namespace', 'name', 'reconcileID', 'logger']);
  const shown = Object.entries(fields).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(
    shown.map(([name, value]) => [name, isObject(value) && textAt(value, 'stack') !== '' ? placedError(value) : value]),
  );
}

/** Returns an error with its place in the sources. */
function placedError(error: JsonObject): string {
  const at = firstInSources(textAt(error, 'stack'));
  return at === undefined ? errorText(error) : `${errorText(error)} (${at})`;
}

function objectOf(fields: JsonObject): string | undefined {
  const name = textAt(fields, 'name');
  const namespace = textAt(fields, 'namespace');
  if (name === '') return undefined;
  return namespace === '' ? name : `${namespace}/${name}`;
}

function errorText(error: JsonObject): string {
  const name = textAt(error, 'name');
  const message = textAt(error, 'message');
  return name === '' || name === 'Error' ? message || 'an error without a message' : `${name}: ${message}`;
}

/** Returns the first position of a stack in the sources of the project. */
export function firstInSources(stack: string): string | undefined {
  for (const line of stack.split('\n', 200)) {
    const [, at] =
      /^ {4}at (?:[^(]{0,500}\()?(?:file:\/\/)?(src\/[^\s():]{1,500}:\d{1,9}:\d{1,9})\)?$/.exec(line) ?? [];
    if (at !== undefined) return at;
  }
  return undefined;
}
