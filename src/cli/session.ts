import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { Context } from './context.js';
import type { InterruptedState } from './interrupt.js';
import type { Presenter } from './presenter.js';
import type { Settings } from './settings.js';

/** One command being run. */
export interface Session {
  /** With `cwd` as `--cwd` has it. */
  readonly context: Context;
  readonly settings: Settings;
  readonly host: Host;
  /** Absolute folder that the command works on: the project's, as far as it is known. */
  readonly root: string;
  readonly presenter: Presenter;
  /** E.g. `create api`. */
  readonly command: string;
  /** What was found on the way and has to be told however the command ends. */
  readonly warnings: Diagnostic[];
  /** What an interruption would leave behind. */
  state: InterruptedState;
}
