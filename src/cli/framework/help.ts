import type { Command } from 'commander';
import { CliCommand } from './cli-command.js';

/** Adds the command `help`, which prints the help of a command below `parent`, e.g. `help create api`. */
export function addHelpCommand(parent: Command, isHidden = false): void {
  const help = new CliCommand('help')
    .summary('Print the help of a command')
    .description('Print the help of a command, such as create api.')
    .argument('[command...]', 'Name of the command')
    .action(async (words: readonly string[]) => (await commandBelow(parent, words)).help());
  parent.addCommand(help, { hidden: isHidden });
}

/** @throws UsageError when there is no such command */
async function commandBelow(parent: Command, [word, ...others]: readonly string[]): Promise<Command> {
  if (word === undefined) return parent;
  const child = parent.commands.find((each) => each.name() === word);
  if (child !== undefined) return commandBelow(child, others);
  throw (await import('./usage-error.js')).unknownCommand(parent, word);
}
