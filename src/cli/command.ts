import type { Command as AnyCommand, ErrorOptions, HelpContext, Option as AnyOption } from 'commander';
import { Command, InvalidArgumentError, Option } from './commander.js';

/** The heading of the flags that every command takes. */
export const globalOptions = 'Global options:';

/** A command line that commander refused. What it means to the user is worked out when it is shown: `usageErrorOf`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** The command that could not be parsed. */
    readonly command: AnyCommand,
    /** commander's name for the problem, e.g. `commander.unknownOption`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A commander command that throws a `Refusal` of a wrong command line instead of printing and exiting. */
export class CliCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.exitOverride().addHelpOption(new Option('-h, --help', 'print this help').helpGroup(globalOptions));
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    throw new Refusal(this, options?.code ?? 'commander.error', message);
  }

  /** commander answers a missing subcommand with its help and no reason. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context !== 'object' || !context.error) return super.help();
    this.outputHelp(context);
    this.configureOutput().writeErr?.('\n');
    throw new Refusal(this, 'missing-command', 'no subcommand was given');
  }
}

/** A flag with a value. A value that looks like a flag is one: `--group --kind X` forgot the group. */
export function valueFlag(flags: string, description: string): AnyOption {
  return textFlag(flags, description, (value) => {
    if (value === '') throw new InvalidArgumentError('it is empty');
  });
}

/** A flag with a value that may be empty. */
export function textFlag(
  flags: string,
  description: string,
  check: (value: string) => void = () => undefined,
): AnyOption {
  return new Option(flags, description).argParser((value: string) => {
    check(value);
    if (value.startsWith('-')) throw new InvalidArgumentError('that is a flag, so the value is missing');
    return value;
  });
}

/** A flag whose value is a whole number, 0 or more. */
export function numberFlag(flags: string, description: string): AnyOption {
  return new Option(flags, description).argParser((value: string) => {
    if (!/^\d+$/.test(value)) throw new InvalidArgumentError('it is no whole number');
    return Number(value);
  });
}

/** `--name` and `--no-name`, shown as one line of help; `--name=false` is understood, as kubebuilder's users write it. */
export function toggleFlags(name: string, description: string): readonly [AnyOption, AnyOption] {
  const toggle = new Option(`--${name} [boolean]`, description).argParser((value: string) => {
    if (value !== 'true' && value !== 'false') throw new InvalidArgumentError('it is true or false');
    return value === 'true';
  });
  toggle.flags = `--[no-]${name}`;
  return [toggle, new Option(`--no-${name}`).hideHelp()];
}
