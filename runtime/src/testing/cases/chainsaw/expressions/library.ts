import { createRequire } from 'node:module';
import type * as JmesPath from '@jmespath-community/jmespath';
import { addFunctions } from './functions.js';

/** Syntax tree of an expression. */
export type Node = ReturnType<typeof JmesPath.compile>;

/** Evaluates syntax trees. */
export type Interpreter = typeof JmesPath.TreeInterpreter;

interface Library {
  readonly compile: typeof JmesPath.compile;
  readonly interpreter: Interpreter;
}

let library: Library | undefined;
const compiled = new Map<string, Node>();

/** Loads the package that evaluates JMESPath for the first expression. */
function jmesPath(): Library {
  if (library !== undefined) return library;
  const loaded = createRequire(import.meta.url)('@jmespath-community/jmespath') as typeof JmesPath;
  // An interpreter of its own, as functions that are added to that of the package would be there for everyone.
  const Own = loaded.TreeInterpreter.constructor as new () => Interpreter;
  library = { compile: loaded.compile, interpreter: new Own() };
  addFunctions(library.interpreter, loaded);
  return library;
}

/** Returns the interpreter with the functions of chainsaw. */
export function interpreter(): Interpreter {
  return jmesPath().interpreter;
}

/** Parses an expression. @throws Error if it is not valid */
export function compile(statement: string): Node {
  const known = compiled.get(statement);
  if (known !== undefined) return known;
  const node = jmesPath().compile(statement);
  compiled.set(statement, node);
  return node;
}
