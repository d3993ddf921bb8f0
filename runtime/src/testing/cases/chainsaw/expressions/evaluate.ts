import { compile, jmesPath } from './library.js';

/** Values of bindings, by their names without the dollar. */
export type Values = Readonly<Record<string, unknown>>;

type Json = Parameters<ReturnType<typeof jmesPath>['search']>[0];

/** Evaluates an expression with an input. @throws Error if it cannot be evaluated, such as for a wrong type of an argument */
export function evaluate(statement: string, input: unknown, values: Values): unknown {
  const { TreeInterpreter } = jmesPath();
  return TreeInterpreter.withScope(values as { [name: string]: Json }).visit(compile(statement), input as Json) ?? null;
}
