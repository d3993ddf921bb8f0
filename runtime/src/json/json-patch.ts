import { deepEqual } from './deep-equal.js';
import { isJsonObject, type JsonObject } from './json-object.js';

/**
 * Operation of a JSON patch. `path`, and `from` of `move` and `copy`, are JSON pointers, with `~0` for `~` and `~1` for
 * `/` in names: `/metadata/labels/example.com~1tier`. See https://www.rfc-editor.org/rfc/rfc6902
 */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

/**
 * Returns the operations that turn one JSON value into another; none if they are equal.
 * See https://www.rfc-editor.org/rfc/rfc6902
 */
export function createPatch(from: unknown, to: unknown): JsonPatchOperation[] {
  const steps: JsonPatchOperation[] = [];
  compare(from, to, { path: '', level: 0 }, steps);
  return steps;
}

// Differences below this level are replaced as a whole, because each level compares lists again, and recursion must be
// limited.
const finestLevel = 100;

/** Position of a comparison in the document. */
interface Position {
  readonly path: string;
  readonly level: number;
}

function below({ path, level }: Position, key: string | number): Position {
  return { path: `${path}/${key}`, level: level + 1 };
}

function compare(from: unknown, to: unknown, position: Position, steps: JsonPatchOperation[]): void {
  const { path, level } = position;
  if (from === to || (level >= finestLevel && deepEqual(from, to))) return;
  if (level >= finestLevel) steps.push({ op: 'replace', path, value: to });
  else if (Array.isArray(from) && Array.isArray(to)) compareLists(from, to, position, steps);
  else if (isJsonObject(from) && isJsonObject(to)) compareObjects(from, to, position, steps);
  else steps.push({ op: 'replace', path, value: to });
}

function compareObjects(from: JsonObject, to: JsonObject, position: Position, steps: JsonPatchOperation[]): void {
  for (const [key, value] of Object.entries(from)) {
    const place = below(position, escape(key));
    if (Object.hasOwn(to, key)) compare(value, to[key], place, steps);
    else steps.push({ op: 'remove', path: place.path });
  }
  for (const [key, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, key)) steps.push({ op: 'add', path: below(position, escape(key)).path, value });
  }
}

// Keeps the common start and end of both lists, so that an inserted element does not rewrite all elements after it.
function compareLists(
  from: readonly unknown[],
  to: readonly unknown[],
  position: Position,
  steps: JsonPatchOperation[],
): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && deepEqual(from[start], to[start])) start += 1;
  let tail = 0;
  while (tail < shorter - start && deepEqual(from.at(-1 - tail), to.at(-1 - tail))) tail += 1;
  const both = shorter - tail;
  for (let index = start; index < both; index += 1) compare(from[index], to[index], below(position, index), steps);
  for (let index = both; index < to.length - tail; index += 1) {
    steps.push({ op: 'add', path: below(position, index).path, value: to[index] });
  }
  for (let index = from.length - tail - 1; index >= both; index -= 1) {
    steps.push({ op: 'remove', path: below(position, index).path });
  }
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
