import { runProcess } from './cli/framework/main.js';
import { commands } from './cli/commands/commands.js';

/** Runs this process as `operator-gen`; called by `bin/`. */
export const main = (): Promise<void> => runProcess(commands);
