import type { Command } from 'commander';
import { checkCommand } from './check.js';
import { CliCommand } from './command.js';
import type { Context } from './context.js';
import { createCommand } from './create.js';
import { deleteCommand } from './delete.js';
import { editCommand } from './edit.js';
import { initCommand } from './init.js';
import { inspectCommand } from './inspect.js';
import type { Start } from './job.js';
import { manifestsCommand } from './manifests.js';
import { renameCommand } from './rename.js';
import { addSettings } from './settings.js';
import { toolVersion } from '../io/tool.js';
import { versionCommand } from './version.js';

const exitCodesHelp = `
Exit codes: 0 done, 1 the project has errors, 2 wrong usage, 3 files are out of date (check),
            70 internal error, 74 the output could not be written, 130 interrupted.
`;

/** The whole command line. Made anew for every run: a commander command keeps the values that it parsed. */
export function buildProgram(context: Context, start: Start): CliCommand {
  const program = new CliCommand('operator-gen')
    .description('Kubernetes operators in TypeScript: scaffold a project, generate its manifests, check them.')
    .version(toolVersion(), '-V, --version', 'print the version')
    // Otherwise `create api --version v1` would print our version.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
    })
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', exitCodesHelp)
    .addCommand(initCommand(context, start))
    .addCommand(createCommand(context, start))
    .addCommand(editCommand(context, start))
    .addCommand(renameCommand(context, start))
    .addCommand(deleteCommand(context, start))
    .addCommand(manifestsCommand(context, start))
    .addCommand(checkCommand(context, start))
    .addCommand(inspectCommand(context, start))
    .addCommand(versionCommand(context));
  inheritSettings(program);
  return program;
}

function inheritSettings(command: Command): void {
  addSettings(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}
