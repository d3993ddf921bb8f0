import type { Command } from 'commander';
import type { Operation } from '../operations/outcome.js';
import type { Interview } from './interview.js';

/** A command that was understood: what it runs, and how its options become complete. */
export interface Job<Options> {
  /** E.g. `create api`. */
  readonly command: string;
  /** Whether it makes a project instead of working in one: then its root is the current folder. */
  readonly startsProject?: boolean;
  /** Whether it may change the project at all. */
  readonly writes: boolean;
  /** Whether it is run again whenever the project changes. */
  readonly watches?: boolean;
  readonly operation: () => Promise<Operation<Options>>;
  /** Completes the options from flags, questions and defaults. Throws a UsageError where a value is missing. */
  readonly options: (interview: Interview, cwd: string) => Promise<Options>;
  /** The words that would have given these options without a question. */
  readonly words?: (options: Options) => readonly string[];
}

/** Hands a job over to be run; jobs are made by a callback so that `--help` loads none. */
export type Start = <Options>(command: Command, makeJob: () => Promise<Job<Options>>) => Promise<void>;
