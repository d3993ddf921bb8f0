import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import type { Context } from './context.js';
import type { InterruptedState } from './interrupt.js';
import type { Presenter } from './presenter.js';
import type { Settings } from './settings.js';

/** One run of a command. */
export interface Session {
  /** The context, with `cwd` set by `--cwd`. */
  readonly context: Context;
  readonly settings: Settings;
  readonly host: Host;
  /** Absolute path of the folder that the command works on: the project root, if it is known. */
  readonly root: string;
  readonly presenter: Presenter;
  /** E.g. `create api`. */
  readonly command: string;
  /** Whether the command can overwrite files with a flag. */
  readonly canForce: boolean;
  /** Warnings found during the run, which are reported regardless of its outcome. */
  readonly warnings: Diagnostic[];
  /** The state in which an interruption would leave the project. */
  state: InterruptedState;
}
