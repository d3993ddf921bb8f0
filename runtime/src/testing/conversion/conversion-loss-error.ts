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
  /** Small example object, in each version of the round trip. */
  readonly objects: readonly KubernetesObject[];
}

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
        ...losses.map(describe),
        ...(uncheckedRules.length === 0 ? [] : [unchecked(uncheckedRules)]),
      ].join('\n\n'),
    );
    this.losses = losses;
    this.seed = seed;
  }
}

/** Converts the trouble of a round trip to the form for users. */
export function lossOf({ what, difference, objects }: Trouble): ConversionLoss {
  if (difference === undefined) return { what, objects };
  const { path, before, after } = difference;
  return { what, path: printPath(path), before, after, objects };
}

function describe({ what, path, before, after, objects }: ConversionLoss): string {
  const values = path === undefined ? [] : [`  before: ${shown(before)}`, `  after:  ${shown(after)}`];
  return [what, ...values, ...objects.map((each) => `  in ${versionOf(each)}: ${shown(each)}`)].join('\n');
}

const longest = 2000;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function unchecked(rules: readonly string[]): string {
  return `Objects were not held against these rules; the option adjust can make them follow:\n  ${rules.join('\n  ')}`;
}
