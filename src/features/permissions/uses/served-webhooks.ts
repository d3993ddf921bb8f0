import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { Position } from '../../../base/model/position.js';
import type { ServedWebhooks, WebhookRegistration, WebhookVerb } from '../../../base/model/webhook.js';
import { bare, isOfRuntime, nameOf, runtimeName, symbolAt, unquoted, visitAll } from '../code/calls.js';
import { isHandedOver } from '../code/handed-over.js';
import { anyKind } from '../kinds/found-kinds.js';
import type { KindFinder } from '../kinds/kinds.js';
import type { KnownKind } from '../kinds/known-kinds.js';
import { isCertain, isUnmarked, listedFunctions } from './registrations.js';
import { runningCode } from './running-code.js';
import { textsOf } from '../code/texts.js';
import type { Tracer } from '../code/tracer.js';

/** The methods of a builder that serve handlers, and those that choose their paths. */
const handlers: Readonly<Record<string, WebhookVerb>> = { withDefaulter: 'mutate', withValidator: 'validate' };
const customPaths: Readonly<Record<string, WebhookVerb>> = {
  withDefaulterCustomPath: 'mutate',
  withValidatorCustomPath: 'validate',
};
const verbs = Object.values(handlers);

/** Maximum number of builders that are followed one after the other. */
const mostSteps = 20;

/** Returns the admission webhooks that the code of a project serves. */
export function servedWebhooks(program: SourceProgram, tracer: Tracer, kinds: KindFinder): ServedWebhooks {
  const isAbout = program.files.some(({ text }) => /\bWebhook\b|@webhook\b|\bwebhookManagedBy\b/.test(text));
  if (!isAbout) return { paths: [], starts: [], open: verbs, registrations: [] };
  const { statements, isOpen } = runningCode(program);
  const read = (some: readonly ts.Statement[]): Reading => {
    const reading = new Reading(program, tracer, kinds);
    for (const each of some) if (!typescript.isImportDeclaration(each)) visitAll(each, (node) => reading.collect(node));
    reading.finish();
    return reading;
  };
  const reading = read(statements);
  if (isOpen) reading.isOpen(...verbs);
  const { paths, starts, open } = reading;
  const listed = listedFunctions(program);
  const placed = ({ calls }: Reading, isRunning: boolean): readonly WebhookRegistration[] =>
    calls.map(({ verb, path, call, isAgain }) => ({
      ...{ verb, path, position: placeOf(call, program.root), isRunning },
      ...{ isCertain: !isAgain && isCertain(call, listed), isUnmarked: isUnmarked(call, program) },
    }));
  return {
    ...{ paths: [...paths].toSorted(), starts: [...starts].toSorted(), open: [...open].toSorted() },
    registrations: [...placed(reading, true), ...placed(read(idle(program, statements)), false)],
  };
}

/** Returns the statements that no operator runs, except for tests, in files that build webhooks. */
function idle({ files }: SourceProgram, running: readonly ts.Statement[]): readonly ts.Statement[] {
  const known = new Set(running);
  const building = files.filter(
    ({ fileName, text }) => text.includes('webhookManagedBy') && !/\.(?:test|spec)\.[cm]?[jt]s$/.test(fileName),
  );
  return building.flatMap(({ statements }) => statements.filter((each) => !known.has(each)));
}

/** Returns the position of the name of the method that a call calls. */
function placeOf({ expression }: ts.CallExpression, root: string): Position {
  const callee = bare(expression);
  return positionOf(typescript.isPropertyAccessExpression(callee) ? callee.name : callee, root);
}

/** A call that serves a handler on one path. */
interface ServingCall {
  readonly verb: WebhookVerb;
  readonly path: string;
  readonly call: ts.CallExpression;
  readonly builder: ts.CallExpression;
  /** Whether it replaces the handler of another call. */
  readonly isAgain: boolean;
}

/** A path that a method of a builder chooses. */
interface CustomPath {
  readonly verb: WebhookVerb;
  /** The calls of `for` that may have created its builder; undefined if they are unknown. */
  readonly builders: readonly ts.CallExpression[] | undefined;
  readonly call: ts.CallExpression;
}

class Reading {
  readonly paths = new Set<string>();
  readonly starts = new Set<string>();
  readonly open = new Set<WebhookVerb>();
  readonly calls: ServingCall[] = [];
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #kinds: KindFinder;
  readonly #handlers: { readonly verb: WebhookVerb; readonly call: ts.CallExpression }[] = [];
  readonly #customPaths: CustomPath[] = [];

  constructor(program: SourceProgram, tracer: Tracer, kinds: KindFinder) {
    this.#program = program;
    this.#tracer = tracer;
    this.#kinds = kinds;
  }

  isOpen(...found: readonly WebhookVerb[]): void {
    for (const each of found) this.open.add(each);
  }

  collect(node: ts.Node): void {
    if (isHandedOver(node, this.#program)) this.isOpen(...verbs);
    const name = memberOf(node);
    if (name === undefined) return;
    const verb = handlers[name] ?? customPaths[name];
    if (verb !== undefined) this.#readMethod(node, name, verb);
    else if (name === 'register') this.#readRegistration(node);
  }

  finish(): void {
    for (const { verb, call } of this.#handlers) this.#serve(verb, call);
  }

  /** Reads a mention of a method of a builder, or of a handler that is created without one. */
  #readMethod(node: ts.Node, name: string, verb: WebhookVerb): void {
    const [declaration] = this.#declarationsAt(node);
    // The project's own methods with this name call those of the runtime.
    if (declaration !== undefined && !isOfRuntime(declaration, this.#program)) return;
    const { parent } = node;
    const isCalled = typescript.isCallExpression(parent) && parent.expression === node;
    // The function without a builder is for `register`, which has the path.
    if (typescript.isIdentifier(node)) return isCalled ? undefined : this.isOpen(verb);
    if (!isCalled) return this.isOpen(verb);
    if (handlers[name] !== undefined) this.#handlers.push({ verb, call: parent });
    else this.#customPaths.push({ verb, call: parent, builders: this.#buildersOf(parent) });
  }

  /** Reads `server.register(path, handler)`. */
  #readRegistration(node: ts.Node): void {
    const [declaration] = this.#declarationsAt(node);
    const owner = declaration?.parent;
    const isRouter =
      owner !== undefined &&
      isOfRuntime(declaration, this.#program) &&
      typescript.isInterfaceDeclaration(owner) &&
      /^(?:Router|WebhookServer)$/.test(owner.name.text);
    const isUnknown = declaration === undefined && /webhook|server|router/i.test(node.getText());
    if (!isRouter && !isUnknown) return;
    const { parent } = node;
    const isCalled = typescript.isCallExpression(parent) && parent.expression === node;
    const path = isCalled ? parent.arguments[0] : undefined;
    const texts = path && textsOf(path, this.#program, this.#tracer);
    if (texts === undefined) this.isOpen(...verbs);
    for (const each of texts ?? []) this.paths.add(each);
  }

  #serve(verb: WebhookVerb, call: ts.CallExpression): void {
    const builders = this.#buildersOf(call);
    if (builders === undefined) return this.isOpen(verb);
    const paths = builders.map((each) => this.#serveBuilder(verb, each));
    const unknown = this.#customPaths.filter((each) => each.verb === verb && each.builders === undefined);
    for (const each of unknown) this.#serveAt(verb, each.call);
    const [only = [], ...others] = paths;
    if (unknown.length > 0 || others.length > 0 || only.length !== 1) return;
    const [builder] = builders;
    const isAgain = this.calls.some((each) => each.verb === verb && each.builder === builder);
    this.calls.push({ verb, path: only[0]!, call, builder: builder!, isAgain });
  }

  /** Serves a verb for the kinds of `for(kind)`, on the default paths or on custom ones. */
  #serveBuilder(verb: WebhookVerb, builder: ts.CallExpression): readonly string[] {
    const chosen = this.#customPaths.filter((each) => each.verb === verb && each.builders?.includes(builder));
    const served = chosen.flatMap(({ call }) => this.#serveAt(verb, call));
    // A path in the same chain is always used.
    if (chosen.some(({ call }) => call.getStart() <= builder.getStart() && builder.end <= call.end)) return served;
    const [kind] = builder.arguments;
    const { kinds, isOpen } = kind === undefined ? anyKind : this.#kinds.kindsOf({ expression: kind });
    if (isOpen) this.isOpen(verb);
    for (const each of kinds) {
      const { group, version, kind: name } = each as Partial<KnownKind>;
      const start = `/${verb}-${(group ?? '').replaceAll('.', '-')}-`;
      if (version === undefined || name === undefined) this.starts.add(start);
      else served.push(`${start}${version}-${name.toLowerCase()}`);
    }
    for (const each of served) this.paths.add(each);
    // Other paths may be served as well.
    return isOpen || chosen.length > 0 ? [] : served;
  }

  #serveAt(verb: WebhookVerb, { arguments: [path] }: ts.CallExpression): string[] {
    const texts = path && textsOf(path, this.#program, this.#tracer);
    if (texts === undefined) this.isOpen(verb);
    for (const each of texts ?? []) this.paths.add(each);
    return [...(texts ?? [])];
  }

  /** Returns the calls of `for` that may have created the builder of a call; undefined if they are unknown. */
  #buildersOf(call: ts.CallExpression): readonly ts.CallExpression[] | undefined {
    const found = new Set<ts.CallExpression>();
    const seen = new Set<ts.Expression>();
    const follow = (from: ts.Expression, steps: number): boolean => {
      const value = bare(from);
      if (seen.has(value)) return true;
      seen.add(value);
      if (steps === 0) return false;
      if (typescript.isCallExpression(value)) {
        const name = runtimeName(value.expression, this.#program, () => []);
        const callee = bare(value.expression);
        if (typescript.isPropertyAccessExpression(callee)) {
          if (name?.startsWith('WebhookBuilder.')) return follow(callee.expression, steps - 1);
          if (name === 'for') return found.add(value).size > 0;
        }
      }
      const { values, isOpen } = this.#tracer.originsOf(value);
      if (isOpen || values.size === 0 || values.has(value)) return false;
      return [...values].every((each) => follow(each, steps - 1));
    };
    const callee = bare(call.expression);
    const owner =
      typescript.isPropertyAccessExpression(callee) || typescript.isElementAccessExpression(callee)
        ? callee.expression
        : undefined;
    return owner !== undefined && follow(owner, mostSteps) ? [...found] : undefined;
  }

  #declarationsAt(node: ts.Node): readonly ts.Declaration[] {
    const name = typescript.isExpression(node) ? nameOf(node) : undefined;
    return (name && symbolAt(name, this.#program)?.declarations) ?? [];
  }
}

/** Returns the name of a method that a node mentions: `builder.withValidator`, `{ withValidator } = builder`. */
function memberOf(node: ts.Node): string | undefined {
  if (typescript.isPropertyAccessExpression(node)) return node.name.text;
  if (typescript.isElementAccessExpression(node)) return unquoted(node.argumentExpression);
  if (typescript.isBindingElement(node)) return unquoted(node.propertyName ?? node.name);
  const isValue =
    typescript.isIdentifier(node) &&
    !typescript.isPropertyAccessExpression(node.parent) &&
    !typescript.isBindingElement(node.parent);
  return isValue ? node.text : undefined;
}
