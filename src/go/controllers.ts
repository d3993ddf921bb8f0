import { argumentsOf, chainFrom, type GoCall, type GoRange } from './calls.js';
import type { TextOf } from './constants.js';
import { functionsIn, importsOf, type GoFunction } from './declarations.js';
import { handlerIn, typeIn, type GoHandler, type GoType } from './kinds.js';
import { optionsIn, type GoOptions } from './options.js';
import { optionPredicates, predicatesIn, type GoPredicate, type Surroundings } from './predicates.js';
import type { GoText } from './text.js';

/** A kind that a controller watches. */
export interface GoWatch {
  readonly type: GoType;
  readonly offset: number;
  readonly handler: GoHandler;
  /** Whether only metadata is watched. */
  readonly metadataOnly: boolean;
  readonly predicates: readonly GoPredicate[];
  /** Whether all owners of an owned object are reconciled, and not only its controller. */
  readonly everyOwner: boolean;
}

/** A field by which the cache of a controller finds objects. */
export interface GoIndex {
  readonly type: GoType;
  readonly field: string;
  readonly offset: number;
}

/** A part of a controller that cannot be read, or has no equivalent. */
export interface GoUnread {
  readonly text: string;
  readonly offset: number;
}

/** A controller: what a builder is told. */
export interface GoController {
  readonly file: GoText;
  readonly offset: number;
  /** The type whose method sets it up; empty for a function. */
  readonly receiver: string;
  /** The method that reconciles, if it is in the same file. */
  readonly reconcile: GoFunction | undefined;
  readonly of: GoType | undefined;
  readonly name: string | undefined;
  readonly owns: readonly GoWatch[];
  readonly watches: readonly GoWatch[];
  /** The filters of the events of the reconciled kind, and of those of all kinds. */
  readonly predicates: readonly GoPredicate[];
  readonly eventFilters: readonly GoPredicate[];
  readonly options: GoOptions;
  readonly indexes: readonly GoIndex[];
  readonly unread: readonly GoUnread[];
}

/** The largest number of controllers in a file: more are not written by hand. */
const mostControllers = 100;

/** Returns the controllers that a file builds with `NewControllerManagedBy`. */
export function controllersIn(file: GoText, textOf: TextOf): readonly GoController[] {
  const starts = [...file.code.matchAll(/\bNewControllerManagedBy\s*\(/g)].slice(0, mostControllers);
  if (starts.length === 0 || file.problem !== undefined) return [];
  const functions = functionsIn(file);
  const surroundings = { file, imports: importsOf(file), textOf };
  const found = starts.flatMap(({ 0: start, index }) => {
    const close = file.closing.get(index + start.length - 1);
    const around = functions.find((each) => each.offset < index && index < each.end);
    if (close === undefined || around === undefined) return [];
    const calls = callsOf(file, index, close + 1, around);
    const reconcile = functions.find((each) => each.name === 'Reconcile' && each.receiver === around.receiver);
    const chain = { calls, offset: index, receiver: around.receiver, reconcile };
    return [{ ...controllerOf(surroundings, chain), indexes: indexesIn(surroundings, around), around: around.offset }];
  });
  return found.reduce<readonly (GoController & { readonly around: number })[]>(withAnother, []);
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
  const unread = [{ text: `another registration of ${next.of?.name ?? 'the controller'}`, offset: next.offset }];
  return all.with(index, { ...all[index]!, unread: [...all[index]!.unread, ...unread] });
}

/** Returns the calls of a builder, also those of a variable that has it. */
function callsOf(file: GoText, start: number, from: number, around: GoFunction): readonly GoCall[] {
  const { calls, end } = chainFrom(file, from);
  const before = file.code.slice(Math.max(around.offset, start - 200), start);
  const variable = assignedIn(before);
  if (variable === undefined || calls.some(isLast)) return calls;
  const words = [...file.code.slice(end, around.end).matchAll(/\b\w+(?=\s*\.)/g)];
  const later = words.filter(([word]) => word === variable).slice(0, mostControllers);
  return [...calls, ...later.flatMap(({ 0: name, index }) => chainFrom(file, end + index + name.length).calls)];
}

/** Returns the variable to which code before a call assigns: `b := ctrl.` */
function assignedIn(before: string): string | undefined {
  const words = before.match(/\w+|:=|[^\w\s]/g) ?? [];
  if (words.at(-1) === '.') words.splice(-2);
  const [name, sign] = words.slice(-2);
  return (sign === ':=' || sign === '=') && name !== undefined && name !== '_' && /^\w/.test(name) ? name : undefined;
}

const isLast = ({ name }: GoCall): boolean => name === 'Complete' || name === 'Build';

interface Around extends Surroundings {
  readonly textOf: TextOf;
}

interface Chain {
  readonly calls: readonly GoCall[];
  readonly offset: number;
  readonly receiver: string;
  readonly reconcile: GoFunction | undefined;
}

type Builder = { -readonly [Key in keyof GoController]: GoController[Key] } & {
  readonly owns: GoWatch[];
  readonly watches: GoWatch[];
  readonly unread: GoUnread[];
};

function controllerOf(around: Around, { calls, ...chain }: Chain): GoController {
  const builder: Builder = {
    ...{ file: around.file, ...chain, of: undefined, name: undefined, owns: [], watches: [], unread: [] },
    ...{ predicates: [], eventFilters: [], options: {}, indexes: [] },
  };
  for (const call of calls)
    if (!isLast(call) && !isRead(around, call, builder)) builder.unread.push(unreadCall(around.file, call));
  return builder;
}

/** Adds a call to a controller, and reports whether it is known. */
function isRead(around: Around, call: GoCall, builder: Builder): boolean {
  const { file } = around;
  const [first] = call.arguments;
  if (first === undefined) return false;
  if (call.name === 'Named') {
    builder.name = around.textOf(file, file.text.slice(first.from, first.to));
    return builder.name !== undefined;
  }
  if (call.name === 'WithOptions') {
    const read = optionsIn(file, first);
    builder.options = { ...builder.options, ...read?.options };
    builder.unread.push(...(read?.unread ?? []).map(({ name, offset }) => ({ text: `WithOptions(${name})`, offset })));
    return read !== undefined;
  }
  if (call.name === 'WithEventFilter') {
    const { known, unread } = predicatesIn(around, [first]);
    builder.eventFilters = [...builder.eventFilters, ...known];
    builder.unread.push(...unread.map((each) => unreadPart(file, 'WithEventFilter(', each)));
    return true;
  }
  return isWatch(around, call, builder);
}

/** Adds the kind of a call to a controller, and reports whether it is known. */
function isWatch(around: Around, call: GoCall, builder: Builder): boolean {
  const [first, second] = call.arguments as [GoRange, ...GoRange[]];
  const type = typeIn(around, first);
  const isWatches = /^Watches(?:Metadata)?$/.test(call.name);
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
  } else
    builder[isWatches ? 'watches' : 'owns'].push({
      ...{ type, offset: call.offset, handler, metadataOnly, predicates, everyOwner },
    });
  return true;
}

/** Returns the options of a watched kind, which begin at an argument. */
function watchOptions(around: Around, call: GoCall, from: number) {
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

/** Returns the fields that a function indexes. */
function indexesIn(around: Around, { offset, end }: GoFunction): readonly GoIndex[] {
  const { file } = around;
  const calls = [...file.code.slice(offset, end).matchAll(/\bIndexField\s*\(/g)].slice(0, mostControllers);
  return calls.flatMap(({ 0: start, index }) => {
    const open = offset + index + start.length - 1;
    const [, object, field] = argumentsOf(file, open, file.closing.get(open) ?? open);
    const type = object && typeIn(around, object);
    const name = field && around.textOf(file, file.text.slice(field.from, field.to));
    return type === undefined || name === undefined ? [] : [{ type, field: name, offset: offset + index }];
  });
}

const codeOf = ({ code }: GoText, { from, to }: GoRange): string => code.slice(from, to);

/** Returns a part of a call that a skeleton does not have, such as a predicate. */
function unreadPart({ text }: GoText, before: string, { from, to }: GoRange): GoUnread {
  const closing = ')'.repeat(before.split('(').length - 1);
  return { text: `${before}${shortened(text.slice(from, to))}${closing}`, offset: from };
}

function unreadCall({ text }: GoText, call: GoCall): GoUnread {
  const given = call.arguments.map(({ from, to }) => shortened(text.slice(from, to))).join(', ');
  return { text: `${call.name}(${given})`, offset: call.offset };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
