import type { KubernetesObject } from '../../api/object.js';
import { printPath } from './differences.js';
import { versionOf, type Trouble } from './round-trip.js';

/** Field that a round trip has changed. */
export interface ConversionLoss {
  /** Conversions that were made, and their result. */
  readonly what: string;
  /** Path such as `spec.ports[0].name`; undefined if a conversion failed. */
  readonly path?: string;
  /** Undefined if there was no value. */
  readonly before?: unknown;
  /** Undefined if no value is left. */
  readonly after?: unknown;
  /** Other paths with the same loss: further keys of a map, or items of a list. */
  readonly others?: readonly string[];
  /** Small example object, in each version of the round trip. */
  readonly objects: readonly KubernetesObject[];
}

/** Number of losses that are shown with values and objects; no one reads more than these. */
export const shownWhole = 10;

/** Error for a conversion that loses or changes data; the message contains all losses. */
export class ConversionLossError extends Error {
  override readonly name = 'ConversionLossError';
  readonly losses: readonly ConversionLoss[];
  /** Seed that reproduces the objects. */
  readonly seed: number;

  constructor(kind: string, losses: readonly ConversionLoss[], seed: number, uncheckedRules: readonly string[]) {
    super(
      [
        `the conversion of ${kind} does not keep everything; FUZZ_SEED=${seed} tries the same objects again`,
        ...losses.slice(0, shownWhole).map(describe),
        ...(losses.length <= shownWhole ? [] : [rest(losses.slice(shownWhole))]),
        ...(uncheckedRules.length === 0 ? [] : [unchecked(uncheckedRules)]),
      ].join('\n\n'),
    );
    this.losses = losses;
    this.seed = seed;
  }
}

/**
 * Converts the trouble of a round trip to the form for users.
 * @param places all paths at which it was found
 */
export function lossOf({ what, difference, objects }: Trouble, places: ReadonlySet<string>): ConversionLoss {
  if (difference === undefined) return { what, objects };
  const { before, after } = difference;
  const path = printPath(difference.path);
  const others = [...places].filter((each) => each !== path);
  return { what, path, before, after, ...(others.length > 0 && { others }), objects };
}

function describe({ what, path, before, after, others = [], objects }: ConversionLoss): string {
  const values = path === undefined ? [] : [`  before: ${shown(before)}`, `  after:  ${shown(after)}`];
  const also = others.length === 0 ? [] : [`  also:   ${examplesOf(others)}`];
  return [what, ...values, ...also, ...objects.map((each) => `  in ${versionOf(each)}: ${shown(each)}`)].join('\n');
}

/** Returns two of several paths, which are three with the one that is shown, and the number of the others. */
function examplesOf(paths: readonly string[]): string {
  const more = paths.length - 2;
  return `${paths.slice(0, 2).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function rest(losses: readonly ConversionLoss[]): string {
  return ['And:', ...losses.map(({ what }) => `  ${what}`)].join('\n');
}

const longest = 2000;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function unchecked(rules: readonly string[]): string {
  return `Objects were not held against these rules; the option adjust can make them follow:\n  ${rules.join('\n  ')}`;
}
