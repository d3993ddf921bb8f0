import type * as JmesPath from '@jmespath-community/jmespath';
import { isJsonObject } from '../../../../json/json-object.js';

/** Adds the functions of chainsaw to an interpreter, and replaces those with other results. */
export function addFunctions(interpreter: typeof JmesPath.TreeInterpreter, types: typeof JmesPath): void {
  const { runtime } = interpreter;
  const text = [{ types: [types.TYPE_STRING] }];
  runtime.registerFunction('trim_space', ([value]) => trimSpace(value as string), text);
  runtime.registerFunction('env', ([name]) => process.env[name as string] ?? '', text);
  runtime.registerFunction('to_string', ([value]) => toText(value), [{ types: [types.TYPE_ANY] }], { override: true });
}

/** Removes white space as Go does: a byte order mark is none. */
function trimSpace(text: string): string {
  const isSpace = (at: number): boolean => /\p{White_Space}/u.test(text[at]!);
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Returns a value as Go prints JSON: with the fields of objects in order. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(sorted(value)).replace(
    /[<>&\u2028\u2029]/g,
    (each) => `\\u${each.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
