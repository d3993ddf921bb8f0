import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { isJsonObject } from '../json/json-object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';

/**
 * Returns the value that a merge patch makes of another: https://www.rfc-editor.org/rfc/rfc7396
 * @param isSkipped returns true for the values of a patch that are not used
 */
export function mergeInto<T>(target: T, patch: unknown, isSkipped: (value: unknown) => boolean = () => false): T {
  if (!isJsonObject(patch)) return patch as T;
  const fields = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (isSkipped(value)) continue;
    if (value === null) fields.delete(key);
    else fields.set(key, mergeInto(fields.get(key), value, isSkipped));
  }
  // Not an assignment, because a field can be called `__proto__`.
  return Object.fromEntries(fields) as T;
}

/**
 * Returns the value that the operations of a JSON patch make of another: https://www.rfc-editor.org/rfc/rfc6902
 * @throws Error if a path does not exist, or a test fails
 */
export function applyOperations<T>(value: T, operations: readonly JsonPatchOperation[]): T {
  // In a list, so that an operation can replace the value itself.
  const root: unknown[] = [clone(value)];
  for (const each of operations) applyOperation(root, each);
  return root[0] as T;
}

function applyOperation(root: unknown[], operation: JsonPatchOperation): void {
  const { op, path } = operation;
  switch (op) {
    case 'test':
      if (deepEqual(read(root, path), operation.value)) return;
      throw new Error(`the test of the patch fails: ${path} has another value`);
    case 'remove':
      return remove(root, path);
    case 'replace':
      read(root, path);
      return write(root, path, operation.value, true);
    case 'add':
      return write(root, path, operation.value, false);
    case 'move':
    case 'copy': {
      const value = clone(read(root, operation.from));
      if (op === 'move') remove(root, operation.from);
      return write(root, path, value, false);
    }
  }
}

/** Returns the container of a place and its key in it. */
function placeOf(root: unknown[], path: string): { readonly container: object; readonly key: string } {
  const keys = ['0', ...path.split('/').slice(1)].map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let container: unknown = root;
  for (const key of keys.slice(0, -1)) container = fieldOf(container, key);
  if (typeof container !== 'object' || container === null) throw new Error(`the patch fails: ${path} does not exist`);
  return { container, key: keys.at(-1)! };
}

function fieldOf(container: unknown, key: string): unknown {
  const isThere = typeof container === 'object' && container !== null && Object.hasOwn(container, key);
  return isThere ? (container as Record<string, unknown>)[key] : undefined;
}

function read(root: unknown[], path: string): unknown {
  const { container, key } = placeOf(root, path);
  const value = fieldOf(container, key);
  if (value === undefined) throw new Error(`the patch fails: ${path} does not exist`);
  return value;
}

function remove(root: unknown[], path: string): void {
  read(root, path);
  const { container, key } = placeOf(root, path);
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else Reflect.deleteProperty(container, key);
}

function write(root: unknown[], path: string, value: unknown, replaces: boolean): void {
  const { container, key } = placeOf(root, path);
  const isElement = Array.isArray(container) && container !== root;
  if (!isElement) {
    Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const index = key === '-' ? container.length : Number(key);
  container.splice(index, replaces ? 1 : 0, value);
}
