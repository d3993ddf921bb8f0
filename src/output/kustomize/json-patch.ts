import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../base/model/schema.js';
import { setKey, textAt, valueAt, type Json, type JsonMap } from './json.js';

/** The reason why a patch cannot be applied. */
export class PatchFailed extends Error {}

/** An object lacks what a patch changes or adds to. */
export class WithoutPlace extends PatchFailed {}

/**
 * Applies a JSON patch (RFC 6902) to an object in place.
 * @throws PatchFailed
 */
export function applyJsonPatch(object: JsonMap, operations: readonly JsonMap[]): void {
  for (const operation of operations) applyOperation(object, operation);
}

function applyOperation(object: JsonMap, operation: JsonMap): void {
  const path = textAt(operation, 'path') ?? '';
  const value = (): Json => structuredClone(valueAt(operation, 'value') ?? null);
  const from = textAt(operation, 'from') ?? '';
  switch (textAt(operation, 'op')) {
    case 'add':
      return add(object, path, value());
    case 'replace':
      read(object, path);
      if (Array.isArray(parentOf(object, path))) remove(object, path);
      return add(object, path, value());
    case 'remove':
      return remove(object, path);
    case 'copy':
      return add(object, path, structuredClone(read(object, from)));
    case 'move': {
      const moved = read(object, from);
      remove(object, from);
      return add(object, path, moved);
    }
    case 'test':
      if (!isDeepStrictEqual(read(object, path), value())) throw new PatchFailed(`${path} has another value`);
      return;
    default:
      throw new PatchFailed('it has an unknown operation');
  }
}

/** Returns the steps of a JSON Pointer (RFC 6901). */
export function pointerSteps(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function parentOf(object: JsonMap, path: string): JsonMap | Json[] {
  const steps = pointerSteps(path).slice(0, -1);
  let found: Json | undefined = object;
  for (const step of steps) found = Array.isArray(found) ? found[Number(step)] : valueAt(found, step);
  if (Array.isArray(found) || isObject(found)) return found;
  throw new WithoutPlace(`there is nothing at ${path}`);
}

function read(object: JsonMap, path: string): Json {
  const parent = parentOf(object, path);
  const last = pointerSteps(path).at(-1) ?? '';
  const found = Array.isArray(parent) ? parent[Number(last)] : valueAt(parent, last);
  if (found === undefined) throw new WithoutPlace(`there is nothing at ${path}`);
  return found;
}

function add(object: JsonMap, path: string, value: Json): void {
  const parent = parentOf(object, path);
  const last = pointerSteps(path).at(-1) ?? '';
  if (!Array.isArray(parent)) return setKey(parent, last, value);
  const index = last === '-' ? parent.length : Number(last);
  if (!Number.isInteger(index) || index < 0 || index > parent.length)
    throw new PatchFailed(`${path} is not in the list`);
  parent.splice(index, 0, value);
}

function remove(object: JsonMap, path: string): void {
  read(object, path);
  const parent = parentOf(object, path);
  const last = pointerSteps(path).at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}
