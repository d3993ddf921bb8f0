import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import type { Release } from '../../project/layout/releases.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Plan, PlannedFile } from '../plan/plan.js';

/** The environment of an operation, injected in addition to its options. */
export interface Environment {
  /** Confined to the readable files of a project. */
  readonly host: Host;
  /** The host for files that flags or variables refer to, wherever they are; defaults to `host`. */
  readonly named?: Pick<Host, 'kind' | 'list' | 'read' | 'realpath'>;
  /** Returns the standard input. */
  readonly input?: () => Promise<string>;
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether nothing may be changed, for commands that change something other than files. */
  readonly dryRun?: boolean;
  /** Results of earlier runs. Without it, each run repeats all work. */
  readonly memory?: Memory | undefined;
  /** The API server's validation code. Without it, only the rules of operator-gen apply. */
  readonly helper?: Helper | undefined;
  /** Announces what the command is doing. */
  readonly stage?: ((what: string) => void) | undefined;
  /** The releases with known templates, the oldest first; by default those of the archive of this package. */
  readonly releases?: readonly Release[];
}

/** The result of a command that only reads, for users and for programs. */
export interface Result {
  /** Lines for stdout. */
  readonly text: string;
  /** Fields of the JSON object for `--output json`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Text for `--output yaml`, if the command supports it. */
  readonly yaml?: string;
  /** Whether it is shown even after errors, because the errors are about its content. */
  readonly holdsAfterErrors?: boolean;
}

/**
 * The outcome of an operation, as plain data. The command wrapper prints it, applies the plan and determines the exit
 * code.
 */
export interface Outcome {
  /** Absolute folder that the plan's paths are relative to. */
  readonly root: string;
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** One line that describes what was done, shown after the plan was applied. */
  readonly summary: string;
  /** Suggested next commands. */
  readonly next: readonly string[];
  /** Set by a command that only reads. */
  readonly result?: Result;
  /** Texts for code frames, by path: files that the user named and that are not part of the project. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Set by `adopt`: a summary of the warnings and notes, which are shown instead with `--verbose`. */
  readonly digest?: readonly string[];
  /** Set by `check`: the plan describes drift and is never applied. */
  readonly drift?: boolean;
  /** Set by `upgrade`: whether changes of a release and of the user conflict. */
  readonly conflicts?: 'none' | 'written' | 'refused';
  /** Number of problems that are not reported because they are in the baseline. Set by `check`. */
  readonly known?: number;
  /** The change of the baseline that `check` makes, and its description: `2 fixed problems from ...`. */
  readonly removal?: { readonly file: PlannedFile; readonly what: string };
  /** Programs to run in `root` after the plan was applied, such as `npm install`. */
  readonly afterApply?: readonly { readonly command: string; readonly args: readonly string[]; readonly why: string }[];
}

/** The work of a command: takes options, returns an outcome and writes nothing. */
export type Operation<Options> = (options: Options, environment: Environment) => Promise<Outcome>;
