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
const binding = /([^\n]*)\s*->\s*(\w+)$/;

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
  const [, beforeBinding, bindingName] = binding.exec(rest) ?? [];
  const isForEach = afterForEach !== undefined;
  return { ...parseNotation(beforeBinding ?? rest), isForEach, indexName, bindingName };
}
