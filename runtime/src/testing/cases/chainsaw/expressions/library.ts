import { createRequire } from 'node:module';
import type * as JmesPath from '@jmespath-community/jmespath';

/** Syntax tree of an expression. */
export type Node = ReturnType<typeof JmesPath.compile>;

let library: typeof JmesPath | undefined;
const compiled = new Map<string, Node>();

/** Returns the package that evaluates JMESPath, which is loaded for the first expression. */
export function jmesPath(): typeof JmesPath {
  library ??= createRequire(import.meta.url)('@jmespath-community/jmespath') as typeof JmesPath;
  return library;
}

/** Parses an expression. @throws Error if it is not valid */
export function compile(statement: string): Node {
  const known = compiled.get(statement);
  if (known !== undefined) return known;
  const node = jmesPath().compile(statement);
  compiled.set(statement, node);
  return node;
}
