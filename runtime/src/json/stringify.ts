import { checkLevel, isStackOverflow } from './limits.js';

/**
 * Formats a value like `JSON.stringify`, at any depth that the API server accepts: Node's own function overflows the
 * stack at less than 5,000 levels.
 * @throws TypeError or RangeError as `JSON.stringify`, if the value contains itself or its text is too long
 */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return stringifyDeep(value);
  }
}

/** List or object that has been partly written. */
interface Open {
  readonly value: object;
  /** Keys of an object; undefined for a list, which is iterated by its length. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
  isEmpty: boolean;
}

function stringifyDeep(root: unknown): string {
  const texts: string[] = [];
  const open: Open[] = [];

  /** Writes a value, or opens it. Returns false for one that JSON omits. */
  const begin = (given: unknown, key: string, prefix: string): boolean => {
    const value = replaced(given, key);
    const text = isContainer(value) ? undefined : (JSON.stringify(value) as string | undefined);
    if (!isContainer(value)) {
      if (text !== undefined) texts.push(prefix, text);
      return text !== undefined;
    }
    checkLevel(open.length);
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const length = Array.isArray(value) ? value.length : keys!.length;
    texts.push(prefix, keys === undefined ? '[' : '{');
    open.push({ value, keys, length, next: 0, isEmpty: true });
    return true;
  };

  begin(root, '', '');
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.length) {
      texts.push(top.keys === undefined ? ']' : '}');
      open.pop();
      continue;
    }
    const key = top.keys === undefined ? String(top.next) : top.keys[top.next]!;
    top.next += 1;
    const comma = top.isEmpty ? '' : ',';
    const child = (top.value as Record<string, unknown>)[key];
    if (begin(child, key, top.keys === undefined ? comma : `${comma}${JSON.stringify(key)}:`)) top.isEmpty = false;
    else if (top.keys === undefined) {
      texts.push(`${comma}null`);
      top.isEmpty = false;
    }
  }
  return texts.join('');
}

/** Returns the result of `toJSON` if a value has it, such as a date. */
function replaced(value: unknown, key: string): unknown {
  const toJSON = typeof value === 'object' && value !== null ? (value as { toJSON?: unknown }).toJSON : undefined;
  return typeof toJSON === 'function' ? (toJSON.call(value, key) as unknown) : value;
}

const boxes = [Number, String, Boolean, BigInt];

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !boxes.some((box) => value instanceof box);
}
