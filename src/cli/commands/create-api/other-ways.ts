import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { Flags } from '../../framework/flags.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

/** A way to create APIs without templates, which the flags of a feature request. */
export interface OtherWay {
  /**
   * Returns the options of the way; undefined if its flags are not given.
   * @throws DiagnosticsError when other flags contradict them, or require them
   */
  readonly options: (given: object) => object | undefined;
  readonly run: (options: never, environment: Environment) => Promise<Outcome>;
}

/** A way that is loaded if one of its flags is given. */
export interface LoadedWay {
  readonly flags: Flags;
  readonly load: () => Promise<OtherWay>;
}

/** The ways to create APIs that features add. */
export const otherWays = extensionPoint<LoadedWay>();

/** A way that the flags request, with its options. */
export interface ChosenWay {
  readonly way: OtherWay;
  readonly options: never;
}

/** Returns the way that the flags request; undefined for templates. */
export async function chosenWay(given: Readonly<Record<string, unknown>>): Promise<ChosenWay | undefined> {
  const isGiven = (flag: string): boolean => (given[flag] ?? false) !== false;
  const asked = otherWays.all().filter(({ flags }) => Object.keys(flags).some(isGiven));
  const ways = await Promise.all(asked.map(({ load }) => load()));
  const chosen = ways.flatMap((way) => {
    const options = way.options(given);
    // `run` of a way gets the options that the way returned.
    return options === undefined ? [] : [{ way, options: options as never }];
  });
  return chosen[0];
}
