import { chainFrom, codeOf, type GoCall, type GoRange } from './calls.js';
import { emptyController, type GoController, type GoUnread, type GoWatch } from './controller.js';
import type { GoFunction } from './declarations.js';
import { indexesIn } from './indexes.js';
import { handlerIn, typeIn } from './kinds.js';
import { optionsIn } from './options.js';
import { optionPredicates, predicatesIn, type Surroundings } from './predicates.js';
import type { GoProgram } from './program.js';
import type { ReconcilerFinder } from './reconcilers.js';
import { sourceOf } from './sources.js';
import type { GoText } from './text.js';
import { unreadCall, unreadPart } from './unread.js';
import { assignedIn, usesOf } from './variables.js';

/** The largest number of controllers in a file: more are not written by hand. */
export const mostControllers = 100;

/** Returns the controllers that a file builds with `NewControllerManagedBy`. */
export function builtControllers(program: GoProgram, file: GoText, finder: ReconcilerFinder): readonly GoController[] {
  const form = /\b(?:New)?(?:Typed)?ControllerManagedBy\s*(?:\[[^[\]]*\]\s*)?\(/g;
  const starts = [...file.code.matchAll(form)].slice(0, mostControllers);
  const found = starts.flatMap(({ 0: start, index }) => {
    const close = file.closing.get(index + start.length - 1);
    const around = functionAround(program, file, index);
    const isDeclared = /\bfunc\s*(?:\([^()]*\)\s*)?$/.test(file.code.slice(Math.max(0, index - 200), index));
    if (close === undefined || isDeclared) return [];
    const { calls, passed } = builderCalls(program, { file, around, from: close + 1 }, index);
    const last = calls.find(isLast);
    const reconciler = finder.find(last ?? { file }, around, last?.arguments[0]);
    const receiver = reconciler?.type ?? around.receiver;
    const controller = controllerOf(program, { calls, file, offset: index, receiver, reconciler });
    const unread = [
      ...controller.unread,
      ...passed.map(unreadCall),
      ...(last === undefined ? [openEnd(file, index)] : []),
    ];
    return [{ ...controller, unread, indexes: indexesIn(program, file, around), around: around.offset }];
  });
  return found.reduce<readonly (GoController & { readonly around: number })[]>(withAnother, []);
}

/** Returns the function that has an offset, or else the whole file. */
export function functionAround(program: GoProgram, file: GoText, offset: number): GoFunction {
  const found = program.functionsOf(file).find((each) => each.offset < offset && offset < each.end);
  return found ?? { name: '', receiver: '', offset: 0, parameters: 0, open: 0, end: file.code.length };
}

function openEnd(file: GoText, offset: number): GoUnread {
  return { text: 'what other functions add to the builder of a controller', file, offset };
}

/** Adds a controller, unless it is another way in which the same function builds the one before it. */
function withAnother<C extends GoController & { readonly around: number }>(all: readonly C[], next: C): readonly C[] {
  const isSame = ({ around, receiver, of, name }: C): boolean =>
    around === next.around &&
    receiver === next.receiver &&
    of?.name === next.of?.name &&
    (name ?? next.name) === (next.name ?? name);
  const index = all.findIndex(isSame);
  if (index < 0) return [...all, next];
  const text = `another registration of ${next.of?.name ?? 'the controller'}`;
  const unread = [{ text, file: next.file, offset: next.offset }];
  return all.with(index, { ...all[index]!, unread: [...all[index]!.unread, ...unread] });
}

interface Start {
  readonly file: GoText;
  readonly around: GoFunction;
  /** Offset behind the call that creates the builder. */
  readonly from: number;
}

/** Returns the calls of a builder, also those of a variable that has it. */
function builderCalls(program: GoProgram, { file, around, from }: Start, start: number) {
  const { calls, end } = chainFrom(file, from);
  const before = file.code.slice(Math.max(around.offset, start - 200), start);
  const variable = assignedIn(before);
  if (variable === undefined || calls.some(isLast)) return { calls, passed: [] };
  const later = usesOf(program, variable, { file, around, from: end });
  return { calls: [...calls, ...later.calls], passed: later.passed };
}

const isLast = ({ name }: GoCall): boolean => name === 'Complete' || name === 'Build';

interface Chain extends Pick<GoController, 'file' | 'offset' | 'receiver' | 'reconciler'> {
  readonly calls: readonly GoCall[];
}

type Builder = { -readonly [Key in keyof GoController]: GoController[Key] } & { readonly unread: GoUnread[] };

function controllerOf(program: GoProgram, { calls, ...chain }: Chain): GoController {
  const builder: Builder = emptyController(chain);
  for (const call of calls) if (!isLast(call) && !isRead(program, call, builder)) builder.unread.push(unreadCall(call));
  return builder;
}

/** Adds a call to a controller, and reports whether it is known. */
function isRead(program: GoProgram, call: GoCall, builder: Builder): boolean {
  const { file } = call;
  const [first] = call.arguments;
  if (first === undefined) return false;
  if (call.name === 'Named') {
    builder.name = program.textOf(file, file.text.slice(first.from, first.to));
    return builder.name !== undefined;
  }
  const around = { file, imports: program.importsOf(file) };
  if (call.name === 'WithOptions') {
    const read = optionsIn(file, first);
    builder.options = { ...builder.options, ...read?.options };
    builder.unread.push(
      ...(read?.unread ?? []).map(({ name, offset }) => ({ text: `WithOptions(${name})`, file, offset })),
    );
    return read !== undefined;
  }
  if (call.name === 'WithEventFilter') {
    const { known, unread } = predicatesIn(around, [first]);
    builder.eventFilters = [...builder.eventFilters, ...known];
    builder.unread.push(...unread.map((each) => unreadPart(file, 'WithEventFilter(', each)));
    return true;
  }
  return call.name === 'WatchesRawSource' ? isRawWatch(around, call, builder) : isWatch(around, call, builder);
}

/** Adds the kind of a source to a controller, and reports whether it is known. */
function isRawWatch(around: Surroundings, call: GoCall, builder: Builder): boolean {
  const read = rawWatch(around, call);
  if (read === undefined) return false;
  builder.watches = [...builder.watches, read.watch];
  builder.unread.push(...read.unread);
  return true;
}

/** Returns the watch of a source; undefined if its kind or its handler is not known. */
export function rawWatch(around: Surroundings, call: GoCall) {
  const { file } = call;
  const source = sourceOf(call);
  const type = source && typeIn(around, source.object);
  const handler = source?.handler && handlerIn(around, source.handler);
  if (source === undefined || type === undefined || handler === undefined) return undefined;
  const { known, unread } = predicatesIn(around, source.predicates);
  const watch: GoWatch = {
    ...{ type, file, offset: call.offset, handler, metadataOnly: false, everyOwner: false, predicates: known },
  };
  return { watch, unread: unread.map((each) => unreadPart(file, `${call.name}(..., `, each)) };
}

/** Adds the kind of a call to a controller, and reports whether it is known. */
function isWatch(around: Surroundings, call: GoCall, builder: Builder): boolean {
  const [first, second] = call.arguments as [GoRange, ...GoRange[]];
  const isWatches = /^Watches(?:Metadata)?$/.test(call.name);
  const type = typeIn(around, (isWatches && sourceOf(call)?.object) || first);
  if (type === undefined || !(isWatches || call.name === 'For' || call.name === 'Owns')) return false;
  const handler = isWatches ? second && handlerIn(around, second) : ({ is: 'self' } as const);
  if (handler === undefined) return false;
  const options = watchOptions(around, call, isWatches ? 2 : 1);
  builder.unread.push(...options.unread);
  const metadataOnly = call.name === 'WatchesMetadata' || options.metadataOnly;
  const { predicates, everyOwner } = options;
  if (call.name === 'For') {
    builder.of = type;
    builder.predicates = predicates;
    return true;
  }
  const { file, offset } = call;
  const watch = { type, file, offset, handler, metadataOnly, predicates, everyOwner };
  if (isWatches) builder.watches = [...builder.watches, watch];
  else builder.owns = [...builder.owns, watch];
  return true;
}

/** Returns the options of a watched kind, which begin at an argument. */
function watchOptions(around: Surroundings, call: GoCall, from: number) {
  const { file } = around;
  const options = call.arguments.slice(from);
  const isNamed =
    (name: string) =>
    (each: GoRange): boolean =>
      new RegExp(`\\b${name}$`).test(codeOf(file, each));
  const [isMetadata, isEvery] = [isNamed('OnlyMetadata'), isNamed('MatchEveryOwner')];
  const filters = options.map((each) => [each, optionPredicates(around, each)] as const);
  const { known, unread } = predicatesIn(
    around,
    filters.flatMap(([, ranges]) => ranges ?? []),
  );
  const others = filters.flatMap(([each, ranges]) =>
    ranges === undefined && !isMetadata(each) && !isEvery(each) ? [each] : [],
  );
  return {
    predicates: known,
    metadataOnly: options.some(isMetadata),
    everyOwner: options.some(isEvery),
    unread: [
      ...unread.map((each) => unreadPart(file, `${call.name}(..., builder.WithPredicates(`, each)),
      ...others.map((each) => unreadPart(file, `${call.name}(..., `, each)),
    ],
  };
}
