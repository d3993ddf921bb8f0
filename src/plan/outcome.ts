import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { Memory } from '../memory/memory.js';
import type { Plan } from './plan.js';

/** What an operation is given beside its options: the world, injected. */
export interface Environment {
  /** Confined to what may be read of a project. */
  readonly host: Host;
  /** For files that the user named with a flag or a variable, wherever they are; `host` where it is absent. */
  readonly named?: Pick<Host, 'kind' | 'read' | 'realpath'>;
  /** Absolute folder that the command runs in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What earlier runs left; without it every run does all its work. */
  readonly memory?: Memory | undefined;
}

/** What a command that only reads found: for people, and for programs. */
export interface Result {
  /** Lines for stdout. */
  readonly text: string;
  /** Fields of the one object of `--output json`. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What an operation answers: data only. The command wrapper prints it, applies the plan and chooses the exit code. */
export interface Outcome {
  /** Absolute folder that the plan's paths are relative to. */
  readonly root: string;
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** One line that says what was done, shown when the plan was applied. */
  readonly summary: string;
  /** Commands that a user would run next. */
  readonly next: readonly string[];
  /** Set by a command that only reads: what it found. */
  readonly result?: Result;
  /** Set by `check`: the plan describes drift and is never applied. */
  readonly drift?: boolean;
  /** Programs to run in `root` after the plan was applied, such as `npm install`. */
  readonly afterApply?: readonly { readonly command: string; readonly args: readonly string[]; readonly why: string }[];
}

/** A command's work: options in, outcome out, nothing written. */
export type Operation<Options> = (options: Options, environment: Environment) => Promise<Outcome>;
