import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';
import { renameApiCommand } from './rename-api.js';

/** `operator-gen rename`: the commands that call things differently. */
export function renameCommand(context: Context, start: Start): CliCommand {
  return new CliCommand('rename')
    .summary('give a kind, its plural or its group another name')
    .description('Call something differently, wherever the project names it.')
    .addCommand(renameApiCommand(context, start));
}
