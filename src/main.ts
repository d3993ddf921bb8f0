import { runProcess } from './cli/main.js';
import { commands } from './commands/commands.js';

/** Runs this process as `operator-gen`; called by `bin/`. */
export const main = (): Promise<void> => runProcess(commands);
