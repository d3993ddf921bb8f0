import { Command, type ErrorOptions, type HelpContext, Option } from 'commander';

/** Heading of the flags that every command has. */
export const globalOptions = 'Global options:';

/** A command line that commander rejected. Its meaning to the user is determined when it is shown: `usageErrorOf`. */
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

  /** Throws a `Refusal` for a missing subcommand, for which commander only prints the help without a reason. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context !== 'object' || !context.error) return super.help();
    this.outputHelp(context);
    this.configureOutput().writeErr?.('\n');
    throw new Refusal(this, 'missing-command', 'no subcommand was given');
  }
}
