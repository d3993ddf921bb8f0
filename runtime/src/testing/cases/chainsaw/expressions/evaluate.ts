import { messageOf } from '../../../../errors/causes.js';
import { compile, interpreter, type Interpreter } from './library.js';

/** Values of bindings, by their names without the dollar. */
export type Values = Readonly<Record<string, unknown>>;

type Json = Parameters<Interpreter['search']>[1];

/** Evaluates an expression with an input. @throws Error if it cannot be evaluated, such as for a wrong type of an argument */
export function evaluate(statement: string, input: unknown, values: Values): unknown {
  const scope = values as { [name: string]: Json };
  try {
    return (
      interpreter()
        .withScope(scope)
        .visit(compile(statement), input as Json) ?? null
    );
  } catch (error) {
    throw new Error(`the expression (${statement}) cannot be evaluated: ${messageOf(error)}`, { cause: error });
  }
}
