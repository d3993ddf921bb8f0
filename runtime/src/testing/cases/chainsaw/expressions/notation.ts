/** String of a file, taken apart. */
export interface Notation {
  /** The string, or the expression in it. */
  readonly statement: string;
  /** Name before the semicolon of `(cel; ...)`, empty without one; undefined for a string without an expression. */
  readonly engine: string | undefined;
}

/** Key of a map in an assertion tree, or a string of one. */
export interface TreeNotation extends Notation {
  /** Whether the value is asserted for each item: `~.items`, or `~index.items`. */
  readonly isForEach: boolean;
  /** Name of the binding with the index of the item. */
  readonly indexName: string | undefined;
  /** Name of the binding with the value: `(length(items))->count`. */
  readonly bindingName: string | undefined;
}

const escaped = /^\\([^\n]+)\\$/;
const expression = /^\((?:(\w+);)?([^\n]+)\)$/;
const forEach = /^~(\w+)?\.([^\n]*)/;
const arrow = '->';
const whiteSpace = '\t\n\f\r ';

/** Takes a string of a template apart. A string between backslashes has no expression. */
export function parseNotation(text: string): Notation {
  const literal = escaped.exec(text)?.[1];
  if (literal !== undefined) return { statement: literal, engine: undefined };
  const [, engine = '', statement] = expression.exec(text) ?? [];
  return statement === undefined ? { statement: text, engine: undefined } : { statement, engine };
}

/** Takes a key or a string of an assertion tree apart. */
export function parseTreeNotation(text: string): TreeNotation {
  const [, indexName, afterForEach] = forEach.exec(text) ?? [];
  const rest = afterForEach ?? text;
  const [beforeBinding, bindingName] = splitBinding(rest);
  const isForEach = afterForEach !== undefined;
  return { ...parseNotation(beforeBinding), isForEach, indexName, bindingName };
}

/** Splits `value -> name`. Without a regular expression, which would take quadratic time for many spaces. */
function splitBinding(text: string): readonly [before: string, name: string | undefined] {
  let start = text.length;
  while (start > 0 && /\w/.test(text[start - 1]!)) start -= 1;
  let end = start;
  while (end > 0 && whiteSpace.includes(text[end - 1]!)) end -= 1;
  if (start === text.length || !text.slice(0, end).endsWith(arrow)) return [text, undefined];
  const before = text.slice(0, end - arrow.length);
  return [before.slice(before.lastIndexOf('\n') + 1), text.slice(start)];
}
