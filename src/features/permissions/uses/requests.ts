import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { argumentsOf, bare, isOfRuntime, qualified, symbolAt, type Call } from '../code/calls.js';
import { ClientTypes } from './client-types.js';
import { effects, fixedEffects, isEffect, methodsOfClients, rawRequests } from './effects.js';
import { conversionsIn, type Conversion } from '../code/escapes.js';
import { mentionsIn, textOf, type Mention, type Owner } from '../code/mentions.js';
import { isUntyped, possibleTypes } from '../code/possible-types.js';
import { textsOf } from '../code/texts.js';
import type { Tracer } from '../code/tracer.js';

/** Call of a method or function that sends a request. */
export interface Request {
  /** Name in the tables of effects. */
  readonly name: string;
  /** Object of the method; undefined for a function. */
  readonly owner: Owner | undefined;
  /** Arguments, including those that `bind` or `apply` pass. */
  readonly given: readonly ts.Expression[];
  /** Whether the object of the method is unknown: it counts as a client only if it gets a kind. */
  readonly isGuess?: boolean;
  /** Call, or the mention of a method whose calls are not followed. */
  readonly place: Call | ts.Expression | ts.BindingElement;
}

/** Place from which a method or a client can no longer be followed. */
export interface Lost {
  readonly place: Request['place'];
  /** Names in the table of effects of the method; empty if it can be any. */
  readonly names: readonly string[];
  readonly owner: Owner | undefined;
  readonly unknown: 'kind' | 'method' | 'client' | 'path';
}

export interface FoundRequests {
  readonly requests: readonly Request[];
  readonly lost: readonly Lost[];
}

/** Finds all requests in the code of a project. */
export function requestsIn(program: SourceProgram, tracer: Tracer): FoundRequests {
  const search = new RequestSearch(program, tracer);
  const mentions = mentionsIn(program);
  for (const each of mentions) search.read(each);
  search.readConversions(mentions);
  return search;
}

/** Mention whose object has a type of the project, and can be any client that is converted to this type. */
interface Narrow {
  readonly mention: Mention;
  readonly declaration: ts.Declaration;
}

class RequestSearch implements FoundRequests {
  readonly requests: Request[] = [];
  readonly lost: Lost[] = [];
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #types: ClientTypes;
  readonly #narrow: Narrow[] = [];
  /** Expressions through which the clients of found requests came. */
  readonly #reached = new Set<ts.Expression>();

  constructor(program: SourceProgram, tracer: Tracer) {
    this.#program = program;
    this.#tracer = tracer;
    this.#types = new ClientTypes(program);
  }

  read(mention: Mention): void {
    const { node, owner, name } = mention;
    if (mention.isComputed) return this.#readComputed(mention, owner!, name as ts.Expression);
    const declaration = this.#declarationOf(mention);
    if (declaration === undefined) {
      if (owner !== undefined) this.#readUnknown(mention, owner);
    } else if (isOfRuntime(declaration, this.#program)) {
      const effect = qualified(declaration);
      if (isEffect(effect)) this.#follow(node, effect, owner);
    } else if (owner !== undefined && isSignature(declaration)) {
      const { names, isOpen } = this.#namesByOrigin(owner, textOf(name));
      this.#readMethods(mention, names);
      if (isOpen && names.length === 0) this.#narrow.push({ mention, declaration });
    }
  }

  /** Reports clients that are converted to other types, unless the calls of their methods were found. */
  readConversions(mentions: readonly Mention[]): void {
    const conversions = conversionsIn(this.#program, this.#types);
    for (const { mention, declaration } of this.#narrow) {
      for (const { client } of conversions.filter(({ members }) => members?.includes(declaration)))
        this.#readMethods(
          { ...mention, owner: client },
          this.#names([this.#program.checker.getTypeAtLocation(client)], textOf(mention.name)),
        );
    }
    const isLeft = ({ client, members }: Conversion) => members === undefined && !this.#reached.has(client);
    if (!conversions.some(isLeft)) return;
    for (const { owner } of mentions) if (owner !== undefined) this.#reach(owner);
    for (const { name, given } of this.requests) {
      const { client: index } = effects[name] ?? {};
      const client = typeof index === 'number' ? given[index] : undefined;
      if (client !== undefined) this.#reach(client);
    }
    for (const { client } of conversions.filter(isLeft))
      this.lost.push({ place: client, names: [], owner: undefined, unknown: 'client' });
  }

  /** Reads a method of an object whose type is unspecific. */
  #readUnknown(mention: Mention, owner: Owner): void {
    const { node, name } = mention;
    const { names, isOpen } = this.#namesByOrigin(owner, textOf(name));
    this.#readMethods(mention, names);
    const guess = methodsOfClients[textOf(name)];
    const { parent } = node;
    if (names.length > 0 || !isOpen || guess === undefined) return;
    if (!typescript.isCallExpression(parent) || parent.expression !== node) return;
    this.requests.push({ name: guess, owner, given: argumentsOf(parent), place: parent, isGuess: true });
  }

  #readMethods({ node, owner }: Mention, names: readonly string[]): void {
    for (const each of names) this.#follow(node, each, owner);
  }

  /** Reads `client[name]`. */
  #readComputed({ node }: Mention, owner: Owner, name: ts.Expression): void {
    const types = this.#typesOf(owner).filter((each) => this.#types.isClient(each));
    if (types.length === 0) return;
    this.#reach(owner);
    const texts = textsOf(name, this.#program, this.#tracer);
    if (texts === undefined) this.lost.push({ place: node, names: [], owner, unknown: 'method' });
    for (const text of texts ?? []) for (const each of this.#names(types, text)) this.#follow(node, each, owner);
  }

  /** Follows a method to its calls. */
  #follow(node: Mention['node'], name: string, owner: Owner | undefined): void {
    const { parent } = node;
    const isCalled = typescript.isCallExpression(parent) && parent.expression === node;
    if (rawRequests.has(name)) {
      this.lost.push({ place: isCalled ? parent : node, names: [], owner, unknown: 'path' });
      return;
    }
    if (isCalled) {
      this.requests.push({ name, owner, given: argumentsOf(parent), place: parent });
      return;
    }
    if (fixedEffects[name] !== undefined) {
      this.requests.push({ name, owner, given: [], place: node });
      return;
    }
    const { calls, passed, isOpen, isHandedOver } = this.#tracer.callsOfValue(node);
    for (const { call, given } of calls) this.requests.push({ name, owner, given, place: call });
    if (isOpen || isHandedOver || passed.length > 0)
      this.lost.push({ place: node, names: [name], owner, unknown: 'kind' });
  }

  #declarationOf({ node, owner, name }: Mention): ts.Declaration | undefined {
    const { checker } = this.#program;
    const isMember = typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node);
    if (owner === undefined || isMember) return symbolAt(name, this.#program)?.declarations?.[0];
    const source = typescript.isBindingElement(node) ? node.parent : owner;
    return checker.getPropertyOfType(checker.getTypeAtLocation(source), textOf(name))?.declarations?.[0];
  }

  /** Returns the methods with a name of the clients that an object of unspecific type may be. */
  #namesByOrigin(owner: Owner, text: string): { readonly names: readonly string[]; readonly isOpen: boolean } {
    const { types, visited, isOpen } = possibleTypes(owner, this.#program, this.#tracer);
    const names = this.#names(types, text);
    if (names.length > 0) for (const each of visited) this.#reached.add(each);
    return { names, isOpen: isOpen || types.every(isUntyped) };
  }

  #typesOf(owner: Owner): readonly ts.Type[] {
    const type = this.#program.checker.getTypeAtLocation(owner);
    return isUntyped(type) ? possibleTypes(owner, this.#program, this.#tracer).types : [type];
  }

  #names(types: readonly ts.Type[], text: string): readonly string[] {
    const names = types.map((each) => this.#types.methodOf(each, text));
    return [...new Set(names.filter((each) => each !== undefined))];
  }

  #reach(owner: Owner): void {
    const { visited, values } = this.#tracer.originsOf(owner);
    for (const each of visited) this.#reached.add(each);
    // `client.status` and `client.subresource(name)` come from the client.
    for (const each of values) {
      const isPart = typescript.isPropertyAccessExpression(each) || typescript.isCallExpression(each);
      if (isPart && !this.#reached.has(bare(each.expression))) this.#reach(each.expression);
    }
  }
}

function isSignature(declaration: ts.Declaration): boolean {
  return typescript.isPropertySignature(declaration) || typescript.isMethodSignature(declaration);
}
