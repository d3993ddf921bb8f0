import { argumentsOf, callAt, chainFrom, type GoRange } from './calls.js';
import { typeIn, type GoType } from './kinds.js';
import type { GoPlace } from './place.js';
import type { GoProgram } from './program.js';
import type { GoText } from './text.js';
import { shortened } from './unread.js';

/** A conversion between versions of a kind that is registered, and not a method of its types. */
export interface GoConverter {
  readonly file: GoText;
  /** The version that all others are converted to; of a converter that cannot be read, the version of its webhook. */
  readonly hub: GoType;
  /** The versions that are converted; empty if they are not known. */
  readonly spokes: readonly GoType[];
  /** The functions that convert. */
  readonly functions: readonly GoPlace[];
}

/** Returns the converters that a file creates with `NewHubSpokeConverter` or registers with `WithConverter`. */
export function convertersIn(program: GoProgram, file: GoText): readonly GoConverter[] {
  if (!/\b(?:NewHubSpokeConverter|WithConverter)\b/.test(file.code)) return [];
  return [...hubSpokeConverters(program, file), ...registeredConverters(program, file)];
}

function hubSpokeConverters(program: GoProgram, file: GoText): readonly GoConverter[] {
  const around = { file, imports: program.importsOf(file) };
  return [...file.code.matchAll(/\bNewHubSpokeConverter\b/g)].flatMap(({ index }) => {
    const [first, ...others] = callAt(file, { from: index, to: file.code.length })?.arguments ?? [];
    const hub = first && typeIn(around, first);
    if (hub === undefined) return [];
    const spokes = others.map((each) => callAt(file, each)?.arguments ?? []);
    const functions = spokes.flatMap((given) => given.slice(1).map((each) => placeOf(file, 'the conversion ', each)));
    return [{ file, hub, spokes: spokes.flatMap(([type]) => (type && typeIn(around, type)) ?? []), functions }];
  });
}

/** Returns the converters of the builders of webhooks, unless they are created there. */
function registeredConverters(program: GoProgram, file: GoText): readonly GoConverter[] {
  const around = { file, imports: program.importsOf(file) };
  return [...file.code.matchAll(/\b(?:NewWebhookManagedBy|WebhookManagedBy)\b[^(]{0,200}\(/g)].flatMap(
    ({ 0: start, index }) => {
      const open = index + start.length - 1;
      const close = file.closing.get(open);
      if (close === undefined) return [];
      const { calls } = chainFrom(file, close + 1);
      const [, object = calls.find(({ name }) => name === 'For')?.arguments[0]] = argumentsOf(file, open, close);
      const hub = object && typeIn(around, object);
      const converter = calls.find(({ name }) => name === 'WithConverter')?.arguments[0];
      if (hub === undefined || converter === undefined) return [];
      const isCreated = /\bNewHubSpokeConverter\b/.test(file.code.slice(converter.from, converter.to));
      return isCreated ? [] : [{ file, hub, spokes: [], functions: [placeOf(file, 'the converter ', converter)] }];
    },
  );
}

function placeOf({ text }: GoText, what: string, { from, to }: GoRange): GoPlace {
  return { name: `${what}${shortened(text.slice(from, to))}`, offset: from };
}
