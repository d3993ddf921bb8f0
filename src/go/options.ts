import type { GoRange } from './calls.js';
import { keysBetween } from './literals.js';
import type { GoText } from './text.js';

/** Options of a controller with an equivalent in the runtime, by their names there. */
export type GoOptions = Readonly<Record<string, number | boolean>>;

/** Options of a controller, and the places of those that are not known. */
export interface ReadOptions {
  readonly options: GoOptions;
  readonly unread: readonly { readonly name: string; readonly offset: number }[];
}

const booleans: Readonly<Record<string, string>> = {
  NeedLeaderElection: 'needLeaderElection',
  RecoverPanic: 'recoverPanic',
  EnableWarmup: 'enableWarmup',
  UsePriorityQueue: 'usePriorityQueue',
};
const durations: Readonly<Record<string, string>> = {
  CacheSyncTimeout: 'cacheSyncTimeout',
  ReconciliationTimeout: 'reconciliationTimeout',
};
const units: Readonly<Record<string, number>> = { Millisecond: 1, Second: 1000, Minute: 60_000, Hour: 3_600_000 };
/** The longest time that a timer of Node.js can wait, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Returns the options of a literal: `controller.Options{MaxConcurrentReconciles: 4}`; undefined for another expression. */
export function optionsIn(file: GoText, range: GoRange): ReadOptions | undefined {
  const { code, closing } = file;
  const literal = optionsLiteral(file, range);
  if (literal === undefined) return undefined;
  const { from: open, to: close } = literal;
  const options: Record<string, number | boolean> = {};
  const unread: { readonly name: string; readonly offset: number }[] = [];
  for (const { name, offset, value } of keysBetween(code, closing, open, close)) {
    const known = optionOf(name, value);
    if (known === undefined) unread.push({ name, offset });
    else options[known[0]] = known[1];
  }
  return { options, unread };
}

/** Returns the braces of a literal: `controller.Options{MaxConcurrentReconciles: 4}`; undefined for another expression. */
export function optionsLiteral({ code, closing }: GoText, { from, to }: GoRange): GoRange | undefined {
  const [start] = /^&?\s*\w+\s*\.\s*\w*Options\s*(?:\[[^[\]]*\]\s*)?\{/.exec(code.slice(from, to)) ?? [];
  if (start === undefined) return undefined;
  const open = from + start.length - 1;
  const close = closing.get(open);
  return close === undefined ? undefined : { from: open, to: close };
}

function optionOf(name: string, value: string): readonly [string, number | boolean] | undefined {
  if (name === 'MaxConcurrentReconciles')
    return /^[1-9]\d{0,5}$/.test(value) ? ['maxConcurrentReconciles', Number(value)] : undefined;
  if (Object.hasOwn(booleans, name)) {
    const [, word] = /^(?:\w+\s*\.\s*(?:To|Bool|BoolPtr)\s*(?:\[bool\])?\(\s*)?(true|false)\s*\)?$/.exec(value) ?? [];
    return word === undefined ? undefined : [booleans[name]!, word === 'true'];
  }
  const time = Object.hasOwn(durations, name) ? millisecondsOf(value) : undefined;
  return time === undefined ? undefined : [durations[name]!, time];
}

function millisecondsOf(value: string): number | undefined {
  const [, before = '1', unit = '', after = '1'] =
    /^(?:(\d{1,6})\s*\*\s*)?time\s*\.\s*(\w+)(?:\s*\*\s*(\d{1,6}))?$/.exec(value) ?? [];
  const time = Object.hasOwn(units, unit) ? Number(before) * Number(after) * units[unit]! : 0;
  return time > 0 && time <= longest ? time : undefined;
}
