import { typescript, type ts } from '../compiler/compiler.js';
import { positionOf } from '../compiler/position.js';
import type { SourceProgram } from '../compiler/program.js';
import { defined } from '../model/defined.js';
import type { DynamicUse, GroupResource, PermissionUses, UsedPermission } from '../model/permission.js';
import { argumentsOf, bare, isFunctionLike, nameOf, runtimeName, visitAll } from './calls.js';
import { constantText, propertyIn } from './constants.js';
import { cacheVerbs, effects, fixedEffects, type Effect } from './effects.js';
import { acknowledgement } from './acknowledgement.js';
import { candidatesIn, textOf } from './candidates.js';
import { readsFromCache } from './client-reads.js';
import { managerUses } from './manager-uses.js';
import { KindFinder, type KnownKinds } from './kinds.js';
import { Tracer } from './tracer.js';

/** Verbs for which a permission can be limited to the name of an object. */
const namedVerbs = new Set(['get', 'update', 'patch', 'delete']);

/** Returns the permissions that the code of a project uses, in the order of the sources. */
export function usesIn(program: SourceProgram, known: KnownKinds): PermissionUses {
  const reading = new Reading(program, known);
  const { calls, names } = candidatesIn(program);
  for (const call of calls) {
    const name = nameOf(call.expression);
    if (name === undefined || names.has(textOf(name))) reading.read(call);
  }
  const used = [...reading.used, ...managerUses(program)];
  return { used: used.toSorted(byPosition), dynamic: reading.dynamic.toSorted(byPosition) };
}

function byPosition(
  { position: one }: UsedPermission | DynamicUse,
  { position: other }: UsedPermission | DynamicUse,
): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

class Reading {
  readonly used: UsedPermission[] = [];
  readonly dynamic: DynamicUse[] = [];
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #kinds: KindFinder;
  readonly #fields = new Map<ts.Node, Map<string, string | undefined>>();

  constructor(program: SourceProgram, known: KnownKinds) {
    this.#program = program;
    this.#tracer = new Tracer(program);
    this.#kinds = new KindFinder(program, this.#tracer, known);
  }

  read(call: ts.CallExpression): void {
    const name = this.#nameOf(call);
    if (name === undefined) return;
    const fixed = fixedEffects[name];
    if (fixed !== undefined) this.#use(call, fixed, fixed.verbs);
    const effect = effects[name];
    if (effect !== undefined && this.#isNeeded(effect, call)) this.#readEffect(effect, call);
  }

  /** Returns what is called. A field of a class is what it is in all methods of the class. */
  #nameOf(call: ts.CallExpression): string | undefined {
    const callee = call.expression;
    const find = () => runtimeName(callee, this.#program, (owner) => this.#tracer.originsOf(owner).values);
    const owner = isOfThis(callee) ? enclosingClass(call) : undefined;
    if (owner === undefined) return find();
    const names = this.#fields.get(owner) ?? new Map<string, string | undefined>();
    this.#fields.set(owner, names);
    const text = callee.getText();
    if (!names.has(text)) names.set(text, find());
    return names.get(text);
  }

  #readEffect(effect: Effect, call: ts.CallExpression): void {
    const argument = argumentsOf(call)[effect.kind];
    if (argument === undefined || typescript.isSpreadElement(argument)) return this.#isDynamic(effect, call, '');
    const { kinds, isOpen } = this.#kinds.kindsOf(argument);
    const subresources = this.#subresourcesOf(effect, call);
    const isHandle = effect.target !== undefined && effect.kind !== effect.target && !this.#isObject(argument);
    const target = isHandle ? argumentsOf(call)[effect.target] : argument;
    for (const subresource of subresources ?? []) {
      for (const { group, resource } of unique(kinds)) {
        const full = { group, resource: `${resource}${subresource}` };
        this.#useNamed(call, full, this.#verbsOf(effect, call), target);
        if (this.#patchesStatus(effect, call))
          this.#useNamed(call, { group, resource: `${resource}/status` }, ['patch'], target);
      }
      if (isOpen) this.#isDynamic(effect, call, subresource);
    }
    if (subresources === undefined) this.#isDynamic(effect, call, '/*');
  }

  /** Returns the suffixes of the resource; undefined if they are known only at run time. */
  #subresourcesOf({ subresource }: Effect, call: ts.CallExpression): readonly string[] | undefined {
    if (subresource === undefined) return [''];
    if (subresource === 'finalizers') return ['/finalizers'];
    const callee = bare(call.expression);
    if (!typescript.isPropertyAccessExpression(callee)) return undefined;
    const { values, isOpen } = this.#tracer.originsOf(callee.expression);
    const found = [...values].map((each) => this.#subresourceOf(each));
    return isOpen || found.includes(undefined) ? undefined : found.map((each) => `/${each}`);
  }

  #subresourceOf(client: ts.Expression): string | undefined {
    if (typescript.isPropertyAccessExpression(client)) return client.name.text === 'status' ? 'status' : undefined;
    const [name] = typescript.isCallExpression(client) ? client.arguments : [];
    return name && constantText(name, this.#program);
  }

  #verbsOf(effect: Effect, call: ts.CallExpression): readonly string[] {
    const { verbs, reads } = effect;
    if (reads === undefined) return verbs;
    const client = this.#clientOf(effect, call);
    const isLive =
      reads !== 'cache' && client !== undefined && readsFromCache(client, this.#program, this.#tracer) === false;
    return [...(isLive ? [reads] : cacheVerbs), ...verbs];
  }

  #clientOf({ client }: Effect, call: ts.CallExpression): ts.Expression | undefined {
    if (typeof client === 'number') return argumentsOf(call)[client];
    const callee = bare(call.expression);
    return typescript.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  }

  /** Reports whether an argument is an object that names its kind, and not a handle. */
  #isObject(argument: ts.Expression): boolean {
    const { checker } = this.#program;
    return checker.getPropertyOfType(checker.getTypeAtLocation(argument), 'metadata') !== undefined;
  }

  #isNeeded({ blocks }: Effect, call: ts.CallExpression): boolean {
    if (blocks === undefined) return true;
    const options = argumentsOf(call)[blocks.options];
    if (options === undefined) return blocks.byDefault;
    const value = propertyIn(options, ['blockOwnerDeletion'], this.#program);
    if (value === undefined) return blocks.byDefault || !typescript.isObjectLiteralExpression(bare(options));
    return value.kind !== typescript.SyntaxKind.FalseKeyword;
  }

  /** Reports whether the function that changes an object touches its status, also in functions that it calls. */
  #patchesStatus({ statusIf }: Effect, call: ts.CallExpression): boolean {
    const change = statusIf === undefined ? undefined : argumentsOf(call)[statusIf];
    if (change === undefined) return false;
    const { values, isOpen } = this.#tracer.originsOf(change);
    const seen = new Set<ts.Node>();
    const touches = (node: ts.Node): boolean => {
      if (seen.has(node)) return false;
      seen.add(node);
      let isTouched = false;
      visitAll(node, (each) => {
        if (typescript.isIdentifier(each) && each.text === 'status') isTouched = true;
        if (!isTouched && typescript.isCallExpression(each))
          isTouched = this.#tracer.functionsOf(each).some((called) => touches(called));
      });
      return isTouched;
    };
    return isOpen || [...values].some((each) => !isFunctionLike(each) || touches(each));
  }

  #useNamed(
    call: ts.CallExpression,
    resource: GroupResource,
    verbs: readonly string[],
    target: ts.Expression | undefined,
  ): void {
    const constant = (...path: string[]): string | undefined => {
      const value = propertyIn(target, path, this.#program) ?? propertyIn(target, ['metadata', ...path], this.#program);
      return value && constantText(value, this.#program);
    };
    // A cache lists and watches the whole kind.
    const isMirrored = verbs.includes('watch');
    const [resourceName, namespace] = isMirrored ? [] : [constant('name'), constant('namespace')];
    const named = verbs.filter((each) => resourceName !== undefined && namedVerbs.has(each));
    const others = verbs.filter((each) => !named.includes(each));
    if (named.length > 0) this.#use(call, resource, named, { resourceName, namespace });
    if (others.length > 0) this.#use(call, resource, others, { namespace });
  }

  #use(
    call: ts.CallExpression,
    { group, resource }: GroupResource,
    verbs: readonly string[],
    limits: { readonly resourceName?: string | undefined; readonly namespace?: string | undefined } = {},
  ): void {
    this.used.push({ group, resource, verbs, ...defined(limits), ...this.#place(call) });
  }

  #isDynamic(effect: Effect, call: ts.CallExpression, subresource: string): void {
    const acknowledged = acknowledgement(call);
    this.dynamic.push({
      verbs: this.#verbsOf(effect, call),
      subresource,
      ...this.#place(call),
      ...defined({ acknowledged }),
    });
  }

  #place(call: ts.CallExpression): Pick<UsedPermission, 'call' | 'position'> {
    const name = nameOf(call.expression) ?? call.expression;
    const callee = bare(call.expression);
    // Of a chain, only the last name is shown.
    const isChained = typescript.isPropertyAccessExpression(callee) && typescript.isCallExpression(callee.expression);
    const what = isChained ? `.${callee.name.text}` : shortText(callee);
    const [first] = call.arguments;
    const text = `${what}(${first === undefined ? '' : shortText(first)})`;
    return { call: text, position: positionOf(name, this.#program.root) };
  }
}

/** Reports whether an expression is a chain of names that starts with `this`. */
function isOfThis(node: ts.Expression): boolean {
  if (node.kind === typescript.SyntaxKind.ThisKeyword) return true;
  return typescript.isPropertyAccessExpression(node) && isOfThis(node.expression);
}

function enclosingClass(node: ts.Node): ts.Node | undefined {
  let outer: ts.Node | undefined = node.parent;
  while (outer !== undefined && !typescript.isClassLike(outer)) outer = outer.parent;
  return outer;
}

function shortText(node: ts.Node): string {
  const text = node.getText().replaceAll(/\s+/g, ' ').replaceAll(' .', '.');
  return text.length > 40 ? '...' : text;
}

function unique(kinds: readonly GroupResource[]): readonly GroupResource[] {
  return [...new Map(kinds.map((each) => [`${each.group} ${each.resource}`, each])).values()];
}
