import { codeOf, type GoCall } from './calls.js';
import { functionAround, mostControllers, rawWatch } from './built-controllers.js';
import { emptyController, type GoController, type GoUnread, type GoWatch } from './controller.js';
import { indexesIn } from './indexes.js';
import { typeIn, type GoType } from './kinds.js';
import { keysBetween } from './literals.js';
import { optionsIn, optionsLiteral } from './options.js';
import type { GoProgram } from './program.js';
import type { ReconcilerFinder } from './reconcilers.js';
import { callsOf, sourceOf, type GoMade } from './sources.js';
import type { GoText } from './text.js';
import { unreadCall, unreadPart } from './unread.js';
import { assignedIn, usesOf } from './variables.js';

const controllerPackage = 'sigs.k8s.io/controller-runtime/pkg/controller';

/** Returns the controllers that a file creates with `controller.New`, without a builder. */
export function rawControllers(program: GoProgram, file: GoText, finder: ReconcilerFinder): readonly GoController[] {
  if (!file.text.includes(controllerPackage)) return [];
  const made = callsOf(file, program.importsOf(file), controllerPackage, ['New', 'NewTyped']).slice(0, mostControllers);
  return made.map((each) => rawController(program, file, finder, each));
}

function rawController(program: GoProgram, file: GoText, finder: ReconcilerFinder, made: GoMade): GoController {
  const around = functionAround(program, file, made.offset);
  const { name, options, reconciled, unread } = argumentsRead(program, file, made);
  const reconciler = finder.find({ file }, around, reconciled);
  const receiver = reconciler?.type ?? around.receiver;
  const variable = assignedIn(file.code.slice(Math.max(around.offset, made.offset - 200), made.offset));
  const scope = { file, around, from: made.end };
  const uses = variable === undefined ? { calls: [], passed: [] } : usesOf(program, variable, scope);
  const watched = watchesOf(program, uses.calls, receiver);
  const unreadAll = [...unread, ...watched.unread, ...uses.passed.map(unreadCall)];
  const controller = emptyController({ file, offset: made.offset, receiver, reconciler });
  return { ...controller, name, options, ...watched, unread: unreadAll, indexes: indexesIn(program, file, around) };
}

/** Returns what the arguments of `controller.New` say. */
function argumentsRead(program: GoProgram, file: GoText, { arguments: given }: GoMade) {
  const [first, last] = [given[0], given.at(-1)];
  const name = first && program.textOf(file, file.text.slice(first.from, first.to));
  const unread: GoUnread[] =
    name === undefined && first !== undefined ? [unreadPart(file, 'controller.New(', first)] : [];
  if (last === undefined || given.length < 2) return { name, options: {}, reconciled: undefined, unread };
  const read = optionsIn(file, last);
  if (read === undefined) unread.push(unreadPart(file, 'controller.New(..., ', last));
  const literal = optionsLiteral(file, last);
  const keys = literal === undefined ? [] : keysBetween(file.code, file.closing, literal.from, literal.to);
  const others = (read?.unread ?? []).filter((each) => each.name !== 'Reconciler');
  unread.push(...others.map((each) => ({ text: `controller.New(..., ${each.name})`, file, offset: each.offset })));
  return { name, options: read?.options ?? {}, reconciled: keys.find((each) => each.name === 'Reconciler'), unread };
}

/** Returns the kinds of the calls of `Watch`: the reconciled one is that whose own events reconcile it. */
function watchesOf(program: GoProgram, calls: readonly GoCall[], receiver: string) {
  const unread: GoUnread[] = [];
  const all: GoWatch[] = [];
  for (const call of calls.filter(({ name }) => name !== 'Start' && name !== 'GetLogger')) {
    const around = { file: call.file, imports: program.importsOf(call.file) };
    const read = call.name === 'Watch' ? (rawWatch(around, call) ?? wrappedWatch(around, call)) : undefined;
    if (read === undefined) unread.push(unreadCall(call));
    else {
      all.push(read.watch);
      unread.push(...read.unread);
    }
  }
  const self = reconciledOf(all, receiver);
  const of = self?.type;
  const isOwned = ({ handler }: GoWatch): boolean => handler.is === 'owner' && isSameType(handler.of, of);
  const owned = all
    .filter(isOwned)
    .map((each): GoWatch => ({ ...each, everyOwner: each.handler.is === 'owner' && !each.handler.onlyController }));
  const watches = all.filter((each) => each !== self && !isOwned(each));
  return { of, predicates: self?.predicates ?? [], owns: owned, watches, unread };
}

/** Returns the watch of a kind whose handler wraps the one of the kind itself, which a skeleton does not do. */
function wrappedWatch(around: Parameters<typeof rawWatch>[0], call: GoCall): ReturnType<typeof rawWatch> {
  const { file, offset } = call;
  const source = sourceOf(call);
  const type = source && typeIn(around, source.object);
  const { handler } = source ?? {};
  if (type === undefined || handler === undefined || !/EnqueueRequestForObject\b/.test(codeOf(file, handler)))
    return undefined;
  const watch: GoWatch = {
    ...{ type, file, offset, handler: { is: 'self' }, metadataOnly: false, everyOwner: false, predicates: [] },
  };
  const parts = [handler, ...source!.predicates];
  return { watch, unread: parts.map((each) => unreadPart(file, 'Watch(..., ', each)) };
}

/** Returns the watch of the reconciled kind: the owner of others, the one after which the reconciler is named, or the first one. */
function reconciledOf(all: readonly GoWatch[], receiver: string): GoWatch | undefined {
  const selves = all.filter(({ handler }) => handler.is === 'self');
  const owners = all.flatMap(({ handler }) => (handler.is === 'owner' ? [handler.of] : []));
  const isNamed = ({ type }: GoWatch): boolean =>
    [`${type.name}Reconciler`, `${type.name}Controller`, `Reconcile${type.name}`].includes(receiver);
  return selves.find(isNamed) ?? selves.find(({ type }) => owners.some((each) => isSameType(each, type))) ?? selves[0];
}

function isSameType(one: GoType, other: GoType | undefined): boolean {
  return one.path === other?.path && one.name === other.name;
}
