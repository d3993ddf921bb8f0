import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { bare, declarationOf, memberName, runtimeName } from '../code/calls.js';
import type { Owner } from '../code/mentions.js';
import type { Tracer } from '../code/tracer.js';

/** Functions of the runtime that return a client which reads in the same way as their argument. */
const wrapping = new Set(['dryRunClient', 'namespacedClient']);

/** Distinguishes clients that read from the cache from those that read from the API server. */
export class ClientReads {
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  /** Results for fields, parameters and variables, which are independent of their uses. */
  readonly #known = new Map<ts.Declaration, boolean | undefined>();

  constructor(program: SourceProgram, tracer: Tracer) {
    this.#program = program;
    this.#tracer = tracer;
  }

  /** Returns whether an expression is a client that reads from the cache; undefined if both are possible. */
  fromCache(client: Owner): boolean | undefined {
    const declaration = this.#declarationOf(client);
    if (declaration === undefined) return this.#find(client);
    if (!this.#known.has(declaration)) this.#known.set(declaration, this.#find(client));
    return this.#known.get(declaration);
  }

  #declarationOf(client: Owner): ts.Declaration | undefined {
    const declaration = typescript.isExpression(client) ? declarationOf(client, this.#program) : undefined;
    const isSame =
      declaration !== undefined &&
      (typescript.isPropertyDeclaration(declaration) ||
        typescript.isParameter(declaration) ||
        typescript.isVariableDeclaration(declaration));
    return isSame ? declaration : undefined;
  }

  #find(client: Owner): boolean | undefined {
    const answers = new Set<boolean | undefined>();
    const seen = new Set<Owner>();
    const follow = (from: Owner): void => {
      // A variable may hold a wrapper of its previous value.
      if (seen.has(from)) return;
      seen.add(from);
      if (this.#program.checker.getTypeAtLocation(from).symbol?.name === 'CachedClient') {
        answers.add(true);
        return;
      }
      const { values, isOpen } = this.#tracer.originsOf(from);
      if (isOpen) answers.add(undefined);
      for (const value of values) {
        const wrapped = this.#wrappedBy(value);
        if (wrapped === undefined) answers.add(this.#judge(bare(value)));
        else follow(wrapped);
      }
    };
    follow(client);
    return answers.size === 1 ? [...answers][0] : undefined;
  }

  #judge(value: ts.Expression): boolean | undefined {
    if (this.#program.checker.getTypeAtLocation(value).symbol?.name === 'CachedClient') return true;
    const isLive = memberName(value) === 'apiReader' || this.#called(value) === 'createClient';
    return isLive ? false : undefined;
  }

  #wrappedBy(value: ts.Expression): ts.Expression | undefined {
    return wrapping.has(this.#called(value) ?? '') ? (value as ts.CallExpression).arguments[0] : undefined;
  }

  /** Returns the name of the runtime function that returned a value. */
  #called(value: ts.Expression): string | undefined {
    return typescript.isCallExpression(value) ? runtimeName(value.expression, this.#program, () => []) : undefined;
  }
}
