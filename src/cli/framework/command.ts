import type { Environment } from '../../output/operation/outcome.js';
import { givenFlags, optionsOf, wordsOf, type Flags, type Given, type OptionsOf } from './flags.js';
import type { Interview } from './interview.js';
import type { LiveOperation } from './live.js';

/**
 * A command: its definition on the command line, and its operation. The operation is loaded when the command runs, so
 * that `--help` is fast.
 */
interface Definition<F extends Flags, Options> {
  /** Its words, such as `create api`. */
  readonly name: string;
  /** Its line in the list of commands. */
  readonly summary: string;
  /** The beginning of its help. */
  readonly description: string;
  /** The end of its help: examples, with explanations where necessary. */
  readonly examples: string;
  readonly flags: F;
  /** Whether it creates a project instead of working in one, with the current folder as its root. */
  readonly startsProject?: boolean;
  /** Whether it can change the project. */
  readonly writes: boolean;
  /** Whether the exit code 1 means that conflicts were written, and 2 that nothing was. */
  readonly writesConflicts?: boolean;
  /** Whether it supports `--output yaml`. */
  readonly printsYaml?: boolean;
  /** Reports whether it runs again whenever the project changes. */
  readonly watches?: (given: Given<F>) => boolean;
  /** Whether it runs until its user ends it, and prints while it does. Its JSON is then one object in each line. */
  readonly isLive?: boolean;
  /**
   * Turns the given values into options, asking questions if a user is present. Absent if the options are the given
   * values. Before each question it reports the problems that no answer can solve.
   * @throws UsageError when a value is missing
   */
  readonly complete?: () => Promise<Complete<F, Options>>;
  /** An operation, or that of a command that runs until its user ends it. */
  readonly operation: () => Promise<LiveOperation<Options>>;
}

/** The options of a command, and the given values including the answers to questions. */
export interface Completed<F extends Flags, Options> {
  readonly given: Given<F>;
  readonly options: Options;
}

/** The place where a command works, for problems that do not depend on the answer to a question. */
export type Place = Pick<Environment, 'host' | 'named' | 'cwd'>;

export type Complete<F extends Flags, Options> = (
  given: Given<F>,
  interview: Interview,
  place: Place,
) => Promise<Completed<F, Options>>;

/** The input of a command with complete options. */
interface Prepared<Options> {
  readonly options: Options;
  /** The words that would have resulted in these options without questions. */
  readonly words: readonly string[];
}

/** A command that can run. Only the command itself knows the type of its options. */
export interface Command extends Pick<
  Definition<Flags, never>,
  | 'name'
  | 'summary'
  | 'description'
  | 'examples'
  | 'flags'
  | 'startsProject'
  | 'writes'
  | 'writesConflicts'
  | 'printsYaml'
  | 'isLive'
  | 'operation'
> {
  readonly watches: (found: Found) => boolean;
  /** Returns the command with additional flags, whose values are added to its options. */
  readonly withFlags: (more: Flags) => Command;
  readonly prepare: (found: Found, interview: Interview, place: Place) => Promise<Prepared<never>>;
}

/** The values that commander found on the command line. */
export type Found = Readonly<Record<string, unknown>>;

/** Creates a command from its definition. @param more the flags of features */
export function defineCommand<F extends Flags, Options = OptionsOf<F>>(
  definition: Definition<F, Options>,
  more: Flags = {},
): Command {
  const { name, watches, complete } = definition;
  const flags = { ...definition.flags, ...more };
  return {
    ...definition,
    flags,
    withFlags: (others) => defineCommand(definition, { ...more, ...others }),
    watches: (found) => watches?.(givenFlags(flags, found)) ?? false,
    prepare: async (found, interview, place) => {
      const typed = givenFlags(flags, found);
      const { given, options } =
        complete === undefined
          ? { given: typed, options: optionsOf(name, flags, typed) }
          : await (
              await complete()
            )(typed, interview, place);
      // The operation of the same definition has this option type.
      return { options: options as never, words: [...name.split(' '), ...wordsOf(flags, given)] };
    },
  };
}
