import type { KubernetesObject } from '../../api/object.js';
import { printPath } from './differences.js';
import { versionOf, type Trouble } from './round-trip.js';

/** A field that did not come back as it was. */
export interface ConversionLoss {
  /** Which way was gone, and what happened on it. */
  readonly what: string;
  /** Such as `spec.ports[0].name`; undefined where a conversion failed. */
  readonly path?: string;
  /** Undefined where there was nothing. */
  readonly before?: unknown;
  /** Undefined where nothing is left. */
  readonly after?: unknown;
  /** A small object with which it happens, in each version that it came to. */
  readonly objects: readonly KubernetesObject[];
}

/** What a conversion loses or changes; the message shows all of it. */
export class ConversionLossError extends Error {
  override readonly name = 'ConversionLossError';
  readonly losses: readonly ConversionLoss[];
  /** That makes the same objects again. */
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

/** A trouble of a round trip as users are told of it. */
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
