import { argumentsOf, callAt, type GoRange } from './calls.js';
import type { GoText } from './text.js';

/** A filter of events that is built in. */
export type GoPredicate =
  | { readonly is: 'changed'; readonly what: 'generation' | 'label' | 'annotation' | 'resourceVersion' }
  | { readonly is: 'and' | 'or' | 'not'; readonly of: readonly GoPredicate[] };

/** A file, and the packages that it imports, by their names. */
export interface Surroundings {
  readonly file: GoText;
  readonly imports: ReadonlyMap<string, string>;
}

const predicates = 'sigs.k8s.io/controller-runtime/pkg/predicate';
const changes = {
  GenerationChangedPredicate: 'generation',
  LabelChangedPredicate: 'label',
  AnnotationChangedPredicate: 'annotation',
  ResourceVersionChangedPredicate: 'resourceVersion',
} as const;
/** The largest depth of predicates in predicates. */
const deepest = 20;

/** Predicates that are known, and the expressions of those that are not. Events have to pass all of them. */
export interface ReadPredicates {
  readonly known: readonly GoPredicate[];
  readonly unread: readonly GoRange[];
}

/** Reads predicates that events have to pass. Without one of them, there are more events, and none is missed. */
export function predicatesIn(around: Surroundings, ranges: readonly GoRange[]): ReadPredicates {
  const read = ranges.map((range) => ({ range, found: conjunction(around, range) }));
  return {
    known: read.flatMap(({ found }) => found.known),
    unread: read.flatMap(({ found }) => found.unread),
  };
}

function conjunction(around: Surroundings, range: GoRange): ReadPredicates {
  const found = predicateIn(around, range, 0);
  if (found !== undefined) return { known: [found], unread: [] };
  const call = callOf(around, range);
  return call?.name === 'And' ? predicatesIn(around, call.arguments) : { known: [], unread: [range] };
}

function predicateIn(around: Surroundings, range: GoRange, depth: number): GoPredicate | undefined {
  if (depth > deepest) return undefined;
  const literal = /^&?\s*(\w+)\s*\.\s*(?:Typed)?(\w+)\s*(?:\[[^[\]]*\]\s*)?\{\s*\}$/.exec(
    around.file.code.slice(range.from, range.to),
  );
  if (literal !== null) {
    const [, name = '', type = ''] = literal;
    if (around.imports.get(name) !== predicates || !Object.hasOwn(changes, type)) return undefined;
    return { is: 'changed', what: changes[type as keyof typeof changes] };
  }
  const call = callOf(around, range);
  const is = call && { And: 'and', Or: 'or', Not: 'not' }[call.name];
  if (call === undefined || is === undefined) return undefined;
  const of = call.arguments.map((each) => predicateIn(around, each, depth + 1));
  if (of.length === 0 || of.includes(undefined)) return undefined;
  return { is: is as 'and' | 'or' | 'not', of: of as readonly GoPredicate[] };
}

/** Returns the call of a function of the package of predicates that a range is. */
function callOf({ file, imports }: Surroundings, { from, to }: GoRange) {
  const form = /^(\w+)\s*\.\s*(\w+)\s*(?:\[[^[\]]*\]\s*)?\(/;
  const [start, name = '', called = ''] = form.exec(file.code.slice(from, to)) ?? [];
  if (start === undefined || imports.get(name) !== predicates) return undefined;
  const open = from + start.length - 1;
  const close = file.closing.get(open);
  return close === undefined || close !== to - 1
    ? undefined
    : { name: called, arguments: argumentsOf(file, open, close) };
}

/** Returns the predicates that an option of a watched kind adds; undefined for another option. */
export function optionPredicates(around: Surroundings, range: GoRange): readonly GoRange[] | undefined {
  const code = around.file.code.slice(range.from, range.to);
  if (!/^\w+\s*\.\s*WithPredicates\s*\(/.test(code)) return undefined;
  return callAt(around.file, range)?.arguments;
}
