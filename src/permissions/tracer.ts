import type { ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { CallSites } from './call-sites.js';
import type { FunctionLike, Origins } from './calls.js';
import { Trace } from './trace.js';

/**
 * Follows values through the code of a project: variables, parameters, properties, collections, functions that return
 * them, and closures. What a name can be is the union over all calls.
 */
export class Tracer {
  readonly #program: SourceProgram;
  readonly #sites: CallSites;

  constructor(program: SourceProgram) {
    this.#program = program;
    this.#sites = new CallSites(program, (expression) => this.originsOf(expression));
  }

  /** Returns the functions of the project that a call can call. */
  functionsOf(call: ts.CallExpression): readonly FunctionLike[] {
    return this.#sites.functionsOf(call);
  }

  /** Returns the expressions that the value of an expression comes from. */
  originsOf(expression: ts.Expression): Origins {
    const trace = new Trace(this.#program, this.#sites);
    trace.follow(expression);
    return trace;
  }
}
