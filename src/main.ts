import { runProcess } from './cli/framework/main.js';
import { commands } from './commands.js';
import { installAllFeatures } from './features.js';

/** Runs this process as `operator-gen`; called by `bin/`. */
export function main(): Promise<void> {
  installAllFeatures();
  return runProcess(commands);
}
