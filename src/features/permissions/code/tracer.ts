import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { CallSites } from './call-sites.js';
import type { PropertyChange } from './changes.js';
import type { FunctionLike, Origins } from './calls.js';
import type { Search } from './function-calls.js';
import { Trace } from './trace.js';

/** The origins of a value, and all expressions on the way to them. */
export interface TracedOrigins extends Origins {
  /** Whether it comes from a parameter of a function that is never called. */
  readonly isUnused: boolean;
  readonly visited: ReadonlySet<ts.Expression>;
  /** Those whose value can be that of the first expression, and not only an object that contains it. */
  readonly flow: ReadonlySet<ts.Expression>;
  /** Lists and results of the runtime that contain the value. */
  readonly wholes: ReadonlySet<ts.Expression>;
}

/**
 * Follows values through the code of a project: variables, parameters, properties, collections, functions that return
 * them, and closures. The values of a name are the union over all calls.
 */
export class Tracer {
  readonly #program: SourceProgram;
  readonly #sites: CallSites;

  constructor(program: SourceProgram) {
    this.#program = program;
    this.#sites = new CallSites(program, (expression) => this.originsOf(expression));
  }

  /** Returns the functions of the project that a call may call. */
  functionsOf(call: ts.CallExpression): readonly FunctionLike[] {
    return this.#sites.functionsOf(call);
  }

  /** Returns the calls of a function that is the value of an expression, or of a declared name. */
  callsOfValue(value: ts.Expression | ts.BindingElement): Search {
    return this.#sites.callsOfValue(value);
  }

  /** Returns the changes of properties with this name, of any object. */
  changesOf(name: string): readonly PropertyChange[] {
    return this.#sites.changesOf(name);
  }

  /** Returns the expressions from which the value of an expression or a declaration comes. */
  originsOf(from: ts.Expression | ts.Declaration): TracedOrigins {
    return this.#trace((trace) => (typescript.isExpression(from) ? trace.follow(from) : trace.followDeclaration(from)));
  }

  /** Returns the expressions from which a property, or an element of a list, comes. */
  originsOfProperty(owner: ts.Expression, name: string): TracedOrigins {
    return this.#trace((trace) => trace.followProperty(owner, name));
  }

  /** Returns the expressions from which the elements of a collection, or the properties of an object, come. */
  originsOfElements(collection: ts.Expression): TracedOrigins {
    return this.#trace((trace) => trace.followElements(collection));
  }

  #trace(follow: (trace: Trace) => void): Trace {
    const trace = new Trace(this.#program, this.#sites);
    follow(trace);
    return trace;
  }
}
