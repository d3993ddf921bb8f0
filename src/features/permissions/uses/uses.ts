import { commentReason } from '../../../language/compiler/comment-reason.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { defined } from '../../../base/model/defined.js';
import type { CodeUses, DynamicUse, UsedPermission } from '../../../base/model/permission.js';
import { builtControllers } from './built-controllers.js';
import { conversionHubs } from './conversion-hubs.js';
import { argumentAt, bare, isExpression, isFunctionLike, memberName, nameOf, visitAll } from '../code/calls.js';
import { constantText, propertyIn } from '../code/constants.js';
import { cacheVerbs, effects, fixedEffects, type Effect } from './effects.js';
import { ClientReads } from './client-reads.js';
import { withImporters } from '../code/importers.js';
import { anyKind, resourcesOf, withSuffix, type FoundResource } from '../kinds/found-kinds.js';
import { idleControllers } from './idle-controllers.js';
import { KindFinder } from '../kinds/kinds.js';
import type { KnownKinds } from '../kinds/known-kinds.js';
import { managerUses } from './manager-uses.js';
import { ownerReferenceUses } from './owner-references.js';
import { ownMetrics } from './own-metrics.js';
import { requestsIn, type Lost, type Request } from './requests.js';
import { servedWebhooks } from './served-webhooks.js';
import { textsOf } from '../code/texts.js';
import { Tracer } from '../code/tracer.js';
import { unmarkedKinds } from '../kinds/unmarked-kinds.js';

/** Verbs whose permissions can be limited to the name of an object. */
const namedVerbs = new Set(['get', 'update', 'patch', 'delete']);

/** Returns the permissions that the code of a project uses, in the order of the sources, the webhooks that it serves, the hubs of its conversions, and its metrics. */
export function usesIn(program: SourceProgram, known: KnownKinds): CodeUses {
  const tracer = new Tracer(program);
  const { requests, lost } = requestsIn(program, tracer);
  const reading = new Reading(program, tracer, known);
  for (const each of requests) reading.read(each);
  for (const each of lost) reading.isLost(each);
  const owners = ownerReferenceUses(program, tracer, reading.kinds);
  const used = [...reading.used, ...owners.used, ...managerUses(program)];
  const dynamic = [...reading.dynamic, ...owners.dynamic];
  return {
    used: withImporters(used.toSorted(byPosition), program),
    dynamic: dynamic.toSorted(byPosition),
    broken: program.files.flatMap((file) => program.syntaxErrors(file)),
    served: servedWebhooks(program, tracer, reading.kinds),
    hubs: conversionHubs(program, reading.kinds),
    metrics: ownMetrics(program, tracer),
    unmarked: unmarkedKinds(program),
    idle: idleControllers(program, reading.kinds),
    controllers: builtControllers(program, tracer, reading.kinds),
  };
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
  readonly kinds: KindFinder;
  readonly #reads: ClientReads;

  constructor(program: SourceProgram, tracer: Tracer, known: KnownKinds) {
    this.#program = program;
    this.#tracer = tracer;
    this.kinds = new KindFinder(program, tracer, known);
    this.#reads = new ClientReads(program, tracer);
  }

  read(request: Request): void {
    const { name } = request;
    const fixed = fixedEffects[name];
    if (fixed !== undefined) this.#use(request, fixed, fixed.verbs);
    const effect = effects[name];
    if (effect !== undefined && this.#isNeeded(effect, request)) this.#readEffect(effect, request);
  }

  /** Reports a place from which the code cannot be followed further. */
  isLost({ place, owner, names, unknown }: Lost): void {
    const verbs = names.flatMap((name) => {
      const effect = effects[name];
      return effect === undefined ? [] : this.#verbsOf(effect, { name, owner, given: [], place });
    });
    this.#isDynamic({ place }, { verbs, subresource: names.some(isOfSubresource) ? '/*' : '', unknown });
  }

  #readEffect(effect: Effect, request: Request): void {
    const verbs = this.#verbsOf(effect, request);
    const subresources = this.#subresourcesOf(effect, request);
    const argument = argumentAt(request.given, effect.kind);
    if (request.isGuess === true && (argument === undefined || !this.kinds.isHandle(argument.expression))) return;
    const { kinds, isOpen, groups } = argument === undefined ? anyKind : this.kinds.kindsOf(argument);
    const target = this.#targetOf(effect, request);
    for (const subresource of subresources ?? []) {
      for (const resource of resourcesOf(kinds)) {
        this.#useNamed(request, withSuffix(resource, subresource), verbs, target);
        if (this.#patchesStatus(effect, request))
          this.#useNamed(request, withSuffix(resource, '/status'), ['patch'], target);
      }
      if (isOpen) this.#isDynamic(request, { verbs, subresource, unknown: 'kind', ...defined({ groups }) });
    }
    if (subresources === undefined) this.#isDynamic(request, { verbs, subresource: '/*', unknown: 'subresource' });
  }

  /** Returns the argument with the object or its key. */
  #targetOf({ kind, target }: Effect, { given }: Request): ts.Expression | undefined {
    const argument = given[kind];
    if (given.some(typescript.isSpreadElement) || argument === undefined) return undefined;
    const isHandle = target !== undefined && kind !== target && !this.#isObject(argument);
    return isHandle ? given[target] : argument;
  }

  /** Returns the suffixes of the resource; undefined if they are known only at run time. */
  #subresourcesOf({ subresource }: Effect, { owner }: Request): readonly string[] | undefined {
    if (subresource === undefined) return [''];
    if (subresource === 'finalizers') return ['/finalizers'];
    if (owner === undefined) return undefined;
    const { values, isOpen } = this.#tracer.originsOf(owner);
    const found = [...values].map((each) => this.#subresourceOf(each));
    if (isOpen || found.length === 0 || found.includes(undefined)) return undefined;
    return [...new Set(found.flatMap((each) => each ?? []))].map((each) => `/${each}`);
  }

  #subresourceOf(client: ts.Expression): readonly string[] | undefined {
    if (typescript.isCallExpression(client)) {
      const [name] = client.arguments;
      return name && textsOf(name, this.#program, this.#tracer);
    }
    return memberName(client) === 'status' ? ['status'] : undefined;
  }

  #verbsOf(effect: Effect, request: Request): readonly string[] {
    const { verbs, reads, client } = effect;
    if (reads === undefined) return verbs;
    const reader = typeof client === 'number' ? request.given[client] : request.owner;
    const isLive = reads !== 'cache' && reader !== undefined && this.#reads.fromCache(reader) === false;
    return [...(isLive ? [reads] : cacheVerbs), ...verbs];
  }

  /** Reports whether an argument is an object that names its kind, and not a handle. */
  #isObject(argument: ts.Expression): boolean {
    const { checker } = this.#program;
    return checker.getPropertyOfType(checker.getTypeAtLocation(argument), 'metadata') !== undefined;
  }

  #isNeeded({ blocks }: Effect, { given }: Request): boolean {
    if (blocks === undefined) return true;
    const options = given[blocks.options];
    if (options === undefined) return blocks.byDefault;
    const value = propertyIn(options, ['blockOwnerDeletion'], this.#program);
    if (value === undefined) return blocks.byDefault || !typescript.isObjectLiteralExpression(bare(options));
    return value.kind !== typescript.SyntaxKind.FalseKeyword;
  }

  /** Reports whether the function that changes an object also changes its status, possibly in functions that it calls. */
  #patchesStatus({ statusIf }: Effect, { given }: Request): boolean {
    const change = statusIf === undefined ? undefined : given[statusIf];
    if (change === undefined) return false;
    const { values, isOpen } = this.#tracer.originsOf(change);
    const seen = new Set<ts.Node>();
    const touches = (node: ts.Node): boolean => {
      if (seen.has(node)) return false;
      seen.add(node);
      let isTouched = false;
      visitAll(node, (each) => {
        if (isTextNode(each) && each.text === 'status') isTouched = true;
        if (!isTouched && typescript.isCallExpression(each))
          isTouched = this.#tracer.functionsOf(each).some((called) => touches(called));
      });
      return isTouched;
    };
    return isOpen || [...values].some((each) => !isFunctionLike(each) || touches(each));
  }

  #useNamed(
    request: Request,
    resource: FoundResource,
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
    if (named.length > 0) this.#use(request, resource, named, { resourceName, namespace });
    if (others.length > 0) this.#use(request, resource, others, { namespace });
  }

  #use(
    { place, name }: Request,
    { group, resource, unlisted, versions }: FoundResource,
    verbs: readonly string[],
    limits: { readonly resourceName?: string | undefined; readonly namespace?: string | undefined } = {},
  ): void {
    this.used.push({
      group,
      resource,
      verbs,
      ...defined({ unlisted, versions, ...limits }),
      ...this.#describe(place, name),
    });
  }

  #isDynamic(
    { place, name }: Pick<Request, 'place'> & Partial<Pick<Request, 'name'>>,
    what: Pick<DynamicUse, 'verbs' | 'subresource' | 'unknown' | 'groups'>,
  ): void {
    this.dynamic.push({
      ...what,
      ...this.#describe(place, name),
      ...defined({ acknowledged: commentReason(place, 'rbac-dynamic') }),
    });
  }

  /** @param name the method or function of the runtime; arguments after that with the kind are not shown */
  #describe(place: Request['place'], name = ''): Pick<UsedPermission, 'call' | 'position'> {
    const { root } = this.#program;
    if (!typescript.isCallExpression(place))
      return { call: shortText(place), position: positionOf((isExpression(place) && nameOf(place)) || place, root) };
    const callee = bare(place.expression);
    // In a chain, only the last name is shown.
    const isChained = typescript.isPropertyAccessExpression(callee) && typescript.isCallExpression(callee.expression);
    const what = isChained ? `.${callee.name.text}` : shortText(callee);
    const shown = place.arguments.slice(0, (effects[name]?.kind ?? 0) + 1);
    const text = `${what}(${shown.map(shortText).join(', ')})`;
    return { call: text, position: positionOf(nameOf(place.expression) ?? place.expression, root) };
  }
}

/** Reports whether a node names a property: `status`, or `'status'`. */
function isTextNode(node: ts.Node): node is ts.Identifier | ts.StringLiteralLike {
  return typescript.isIdentifier(node) || typescript.isStringLiteralLike(node);
}

function isOfSubresource(name: string): boolean {
  return effects[name]?.subresource === 'receiver';
}

function shortText(node: ts.Node): string {
  const text = node.getText().replaceAll(/\s+/g, ' ').replaceAll(' .', '.');
  return text.length > 40 ? '...' : text;
}
