import type { Operation } from '../plan/outcome.js';
import { givenFlags, optionsOf, wordsOf, type Flags, type Given, type OptionsOf } from './flags.js';
import type { Interview } from './interview.js';

/** A command: what a user types, and the work behind it. What it does is loaded when it runs, so that `--help` is quick. */
interface Definition<F extends Flags, Options> {
  /** The words that name it, e.g. `create api`. */
  readonly name: string;
  /** Its line in the list of commands. */
  readonly summary: string;
  /** The beginning of its help. */
  readonly description: string;
  /** The end of its help: examples, after what has to be said before them. */
  readonly examples: string;
  readonly flags: F;
  /** Whether it makes a project instead of working in one: then its root is the current folder. */
  readonly startsProject?: boolean;
  /** Whether it may change the project at all. */
  readonly writes: boolean;
  /** Whether it is run again whenever the project changes. */
  readonly watches?: (given: Given<F>) => boolean;
  /**
   * Makes the options of what was given, with questions where somebody is there to answer. Absent where they are the same.
   * Throws a UsageError where a value is missing.
   */
  readonly complete?: () => Promise<Complete<F, Options>>;
  readonly operation: () => Promise<Operation<Options>>;
}

/** The options of a command, and what was given with the answers to the questions. */
export interface Completed<F extends Flags, Options> {
  readonly given: Given<F>;
  readonly options: Options;
}

export type Complete<F extends Flags, Options> = (
  given: Given<F>,
  interview: Interview,
  cwd: string,
) => Promise<Completed<F, Options>>;

/** What a run needs of a command once its options are complete. */
interface Prepared<Options> {
  readonly options: Options;
  /** The words that would have given these options without a question. */
  readonly words: readonly string[];
}

/** A command as it is run: only the command itself knows what its options are. */
export interface Command extends Pick<
  Definition<Flags, never>,
  'name' | 'summary' | 'description' | 'examples' | 'flags' | 'startsProject' | 'writes' | 'operation'
> {
  readonly watches: (found: Found) => boolean;
  readonly prepare: (found: Found, interview: Interview, cwd: string) => Promise<Prepared<never>>;
}

/** What commander found on the command line. */
export type Found = Readonly<Record<string, unknown>>;

/** Makes a command of its definition. */
export function defineCommand<F extends Flags, Options = OptionsOf<F>>(definition: Definition<F, Options>): Command {
  const { name, flags, watches, complete } = definition;
  return {
    ...definition,
    watches: (found) => watches?.(givenFlags(flags, found)) ?? false,
    prepare: async (found, interview, cwd) => {
      const typed = givenFlags(flags, found);
      const { given, options } =
        complete === undefined
          ? { given: typed, options: optionsOf(name, flags, typed) }
          : await (
              await complete()
            )(typed, interview, cwd);
      // The operation of the same definition takes them.
      return { options: options as never, words: [...name.split(' '), ...wordsOf(flags, given)] };
    },
  };
}
