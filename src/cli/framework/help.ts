import type { Command } from 'commander';
import { CliCommand } from './cli-command.js';

/** Adds the command `help`, which prints the help of a command below `parent`, e.g. `help create api`. */
export function addHelpCommand(parent: Command, heading?: string): void {
  const help = new CliCommand('help')
    .summary('Print the help of a command')
    .description('Print the help of a command, such as create api.')
    .argument('[command...]', 'Name of the command')
    .action(async (words: readonly string[]) => (await commandBelow(parent, words)).help());
  // The list of all commands has to fit on a terminal, and `--help` is in the options above it.
  if (heading === undefined) parent.addCommand(help);
  else parent.addCommand(help.helpGroup(heading), { hidden: true });
}

/** @throws UsageError when there is no such command */
async function commandBelow(parent: Command, [word, ...others]: readonly string[]): Promise<Command> {
  if (word === undefined) return parent;
  const child = parent.commands.find((each) => each.name() === word);
  if (child !== undefined) return commandBelow(child, others);
  throw (await import('./usage-error.js')).unknownCommand(parent, word);
}
