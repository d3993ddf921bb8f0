import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { bare, declarationOf, isFunctionLike, isOfRuntime, symbolAt, type Call } from '../code/calls.js';
import { isOfRuntimeIn } from '../code/declared-values.js';
import type { FoundKind } from './known-kinds.js';
import { argumentsByParameter, callsAround, resultsOf } from './type-parameters.js';
import { returnTypes, typesAround } from './put-into.js';
import type { TracedOrigins, Tracer } from '../code/tracer.js';
import type { TypeKinds } from './type-kinds.js';
import { onlyPartOf } from './type-parts.js';

/** Results of `KindFinder` for types and expressions. */
export interface KindAnswers {
  readonly inTypes: TypeKinds;
  /** Returns the kinds of a handle or an object; undefined if its type does not show them. */
  ofTyped(expression: ts.Expression): readonly FoundKind[] | undefined;
}

/**
 * Finds kinds that TypeScript drops from types. If one of several types is assignable from the others, TypeScript keeps
 * only that one: for a list, for the values of a condition, and for a type parameter with several arguments. All fields
 * of most kinds are optional, so that `client.get(kind, key)` has the type of a Pod where `kind` is `Pod` or
 * `ConfigMap`, and the elements of `[Role, ClusterRole]` are Roles. Types that a condition narrows are not dropped.
 */
export class LostKinds {
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #kinds: KindAnswers;
  /** Results for expressions and declarations; empty while they are being computed. */
  readonly #known = new Map<ts.Node, readonly FoundKind[]>();
  /** The same for calls, and for parameters of functions that are arguments of calls. */
  readonly #calls = new Map<ts.Node, readonly FoundKind[]>();

  constructor(program: SourceProgram, tracer: Tracer, kinds: KindAnswers) {
    this.#program = program;
    this.#tracer = tracer;
    this.#kinds = kinds;
  }

  /** Returns the possible kinds of a handle or an object in addition to those of its type. */
  of(expression: ts.Expression): readonly FoundKind[] {
    const name = typescript.isIdentifier(expression) ? symbolAt(expression, this.#program) : undefined;
    const key = name?.declarations?.[0] ?? expression;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, []);
    const found = this.#find(expression);
    this.#known.set(key, found);
    return found;
  }

  #find(expression: ts.Expression): readonly FoundKind[] {
    return this.among(this.#tracer.originsOf(expression));
  }

  /** Returns the kinds that TypeScript has dropped from the types of a value's origins. */
  among(origins: TracedOrigins): readonly FoundKind[] {
    const seen = new Set<ts.Node>();
    const found: FoundKind[] = [];
    const visit = ({ flow, wholes }: TracedOrigins): void => {
      for (const each of flow) {
        if (seen.has(each)) continue;
        seen.add(each);
        found.push(...this.#lostAt(each));
        const whole = this.#wholeOf(each);
        if (whole !== undefined && !seen.has(whole)) visit(this.#tracer.originsOf(whole));
      }
      for (const each of wholes) if (!seen.has(each)) visit(this.#tracer.originsOf(each));
    };
    visit(origins);
    return found;
  }

  #lostAt(value: ts.Expression): readonly FoundKind[] {
    const found = [...this.#lostAround(value)];
    if (typescript.isCallExpression(value) || typescript.isNewExpression(value)) found.push(...this.#lostIn(value));
    const declaration = declarationOf(value, this.#program);
    if (declaration !== undefined && typescript.isParameter(declaration))
      found.push(...this.#lostInCallback(declaration));
    return found;
  }

  /** Returns the kinds of a value that the type of its container lacks. */
  #lostAround(value: ts.Expression): readonly FoundKind[] {
    const around = typesAround(value, this.#program).filter((types) => types.length > 0);
    if (around.length === 0) return [];
    const own = this.#kinds.inTypes.ofOne(this.#program.checker.getTypeAtLocation(value));
    return around.flatMap((types) =>
      missing(
        own,
        types.flatMap((each) => this.#kinds.inTypes.within(each)),
      ),
    );
  }

  /** Returns the kinds of the arguments for a type parameter of a call that its result lacks. */
  #lostIn(call: Call): readonly FoundKind[] {
    const known = this.#calls.get(call);
    if (known !== undefined) return known;
    this.#calls.set(call, []);
    const kept = this.#kinds.inTypes.within(this.#program.checker.getTypeAtLocation(call));
    if (kept.length === 0) return [];
    const byArguments = this.#lostFor(argumentsByParameter(call, true, this.#program), kept);
    const found = [...byArguments, ...this.#lostByFunctions(call, kept)];
    this.#calls.set(call, found);
    return found;
  }

  /** Returns the kinds in the results of the functions that a call may call, which their combined type lacks. */
  #lostByFunctions(call: Call, kept: readonly FoundKind[]): readonly FoundKind[] {
    if (!typescript.isCallExpression(call)) return [];
    const types = this.#tracer.functionsOf(call).flatMap((each) => returnTypes(each, this.#program));
    return types.flatMap((each) => missing(this.#kinds.inTypes.ofOne(each), kept));
  }

  /** Returns the kinds that a call of the runtime passes to a function, and that the parameter's type lacks. */
  #lostInCallback(parameter: ts.ParameterDeclaration): readonly FoundKind[] {
    const known = this.#calls.get(parameter);
    if (known !== undefined) return known;
    this.#calls.set(parameter, []);
    const kept = this.#kinds.inTypes.within(this.#program.checker.getTypeAtLocation(parameter));
    if (kept.length === 0) return [];
    const found = callsAround(parameter.parent)
      .filter((call) => isOfRuntime(declarationOf(call.expression, this.#program), this.#program))
      .flatMap((call) => this.#lostFor(argumentsByParameter(call, false, this.#program), kept));
    this.#calls.set(parameter, found);
    return found;
  }

  /** @param given the arguments for each type parameter */
  #lostFor(given: readonly (readonly ts.Expression[])[], kept: readonly FoundKind[]): readonly FoundKind[] {
    return given.flatMap((each) => {
      const kinds = each.flatMap((argument) => this.#ofArgument(argument));
      // Other type parameters are for other parts of the result.
      return kinds.some((kind) => isAmong(kind, kept)) ? missing(kinds, kept) : [];
    });
  }

  #ofArgument(argument: ts.Expression): readonly FoundKind[] {
    const node = bare(argument);
    if (isFunctionLike(node)) return resultsOf(node).flatMap((each) => this.#ofArgument(each));
    if (typescript.isObjectLiteralExpression(node))
      return node.properties.flatMap((each) => {
        if (typescript.isPropertyAssignment(each)) return this.#ofArgument(each.initializer);
        return typescript.isShorthandPropertyAssignment(each) ? this.#ofArgument(each.name) : [];
      });
    const typed = this.#kinds.ofTyped(argument);
    if (typed !== undefined) return typed;
    const within = this.#kinds.inTypes.within(this.#program.checker.getTypeAtLocation(argument));
    return within.length === 0 ? [] : [...within, ...this.among(this.#tracer.originsOfElements(argument))];
  }

  /**
   * Returns the value that contains another one, if the runtime created it: a list of its items, or an informer of its
   * objects.
   */
  #wholeOf(value: ts.Expression): ts.Expression | ts.Declaration | undefined {
    const callee = bare(typescript.isCallExpression(value) ? value.expression : value);
    const declaration = declarationOf(callee, this.#program);
    if (declaration === undefined) return undefined;
    if (typescript.isBindingElement(declaration)) return this.#sourceOf(declaration);
    if (!typescript.isPropertyAccessExpression(callee)) return undefined;
    const owner = this.#program.checker.getTypeAtLocation(callee.expression);
    const isOfClass =
      this.#program.files.includes(declaration.getSourceFile()) && onlyPartOf(owner, this.#program) !== undefined;
    if (!isOfClass && !isOfRuntime(declaration, this.#program)) return undefined;
    return this.#kinds.inTypes.within(owner).length > 0 ? callee.expression : undefined;
  }

  #sourceOf(part: ts.BindingElement): ts.Declaration | undefined {
    const source = part.parent.parent;
    if (isOfRuntimeIn(part, this.#program)) return source;
    return typescript.isBindingElement(source) ? this.#sourceOf(source) : undefined;
  }
}

/** Returns the kinds that are not among those of a type. A type without kinds is ignored. */
function missing(kinds: readonly FoundKind[], kept: readonly FoundKind[]): readonly FoundKind[] {
  return kept.length === 0 ? [] : kinds.filter((each) => !isAmong(each, kept));
}

function isAmong({ group, resource }: FoundKind, kinds: readonly FoundKind[]): boolean {
  return kinds.some((each) => each.group === group && each.resource === resource);
}
