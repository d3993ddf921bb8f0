import { Command, type ErrorOptions, type HelpContext, Option } from 'commander';

/** Heading of the flags that every command has. */
export const globalOptions = 'Global options:';

/** The groups in which the help lists the commands, in this order. */
export const helpGroups = ['Project', 'Generate and check', 'Run and ship', 'Look'] as const;
export type HelpGroup = (typeof helpGroups)[number];

/** Returns the heading of a group of commands. */
export function headingOf(group: HelpGroup): string {
  return `${group}:`;
}

/** A command line that commander rejected. `usageErrorOf` turns it into a message for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** The command that could not be parsed. */
    readonly command: Command,
    /** commander's name for the problem, e.g. `commander.unknownOption`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A commander command that throws a `Refusal` for an invalid command line instead of printing and exiting. */
export class CliCommand extends Command {
  /** Its own flags, including those that commander does not get because this command line cannot mean the command. */
  declared: readonly Option[] = [];

  constructor(name?: string) {
    super(name);
    this.exitOverride().addHelpOption(new Option('-h, --help', 'Print this help').helpGroup(globalOptions));
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    throw new Refusal(this, options?.code ?? 'commander.error', message);
  }

  /** Throws a `Refusal` for a missing subcommand, for which commander would only print the help. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context !== 'object' || !context.error) return super.help();
    if (this.parent === null) this.configureOutput().writeErr?.(overview(this));
    else this.outputHelp(context);
    this.configureOutput().writeErr?.('\n');
    throw new Refusal(this, 'missing-command', 'no subcommand was given');
  }
}

/** Returns the names of the commands by group. On a small terminal, the first ones would scroll off with the whole help. */
function overview(program: Command): string {
  const helper = program.createHelp();
  const groups = [...helper.groupItems<Command>([], [...program.commands], (each) => each.helpGroup())];
  const width = Math.max(...groups.map(([heading]) => heading.length));
  const lines = groups.map(([heading, commands]) => {
    return `  ${heading.padEnd(width)}  ${commands.map((each) => each.name()).join(', ')}`;
  });
  return `Usage: ${helper.commandUsage(program)}\n\n${lines.join('\n')}\n`;
}
