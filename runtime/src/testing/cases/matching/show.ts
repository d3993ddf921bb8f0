import type { FieldPath } from '../model.js';
import type { Difference } from './differences.js';

/** Characters of a value that are shown. */
const mostCharacters = 72;

/**
 * Returns a path as in `kubectl explain`: `spec.containers[0].image`. Names with other characters are quoted, except keys of
 * assertion trees, such as `spec.(length(ports))`.
 */
export function pathText(path: FieldPath): string {
  const parts = path.map((each) => {
    if (typeof each === 'number') return `[${each}]`;
    return /^[\w-]+$|^\(.*\)|^~\w*\./.test(each) ? `.${each}` : `[${JSON.stringify(each)}]`;
  });
  return printable(parts.join('').replace(/^\./, ''));
}

/** Returns a value as JSON in one line, without control characters, and shortened. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = printable(JSON.stringify(value));
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 3)}...`;
}

/** Returns a difference as a line: `spec.replicas: expected 3, actual 2`. */
export function differenceText({ path, expected, actual }: Difference): string {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    const counts = `expected ${items(expected.length)}, actual ${items(actual.length)}`;
    return `${pathText(path)}: ${counts}: ${valueText(actual)}`;
  }
  return `${pathText(path)}: expected ${valueText(expected)}, actual ${valueText(actual)}`;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** Returns a text with its control characters escaped, so that it cannot control a terminal. Tabs stay. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\t]/gu, (each) => `\\u${each.codePointAt(0)!.toString(16).padStart(4, '0')}`);
}

/** Returns at most so many lines, with a last one that counts the others. */
export function atMost(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `... and ${lines.length - most + 1} more lines`];
}
