import type { Command, Option } from 'commander';
import type { usageDiagnostics } from '../../base/diagnostics/catalogue/cli.js';
import type { DiagnosticParameters } from '../../base/diagnostics/diagnostic.js';
import { CliCommand, type Refusal } from './cli-command.js';

export type UsageCode = keyof typeof usageDiagnostics;

/** An invalid command line; the exit code is always 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    /** The words of the command's name, e.g. `create api`; empty for the program itself. */
    readonly command: string,
    readonly code: UsageCode,
    readonly parameters: DiagnosticParameters<UsageCode>,
  ) {
    super(`${code} ${JSON.stringify(parameters)}`);
  }
}

/** Creates a usage error. The help text of every usage error names the command, so that parameter is filled in here. */
export function usageError<C extends UsageCode>(
  command: string,
  code: C,
  parameters: Omit<DiagnosticParameters<C>, 'command'>,
): UsageError {
  return new UsageError(command, code, { ...parameters, command } as DiagnosticParameters<C>);
}

/** Returns the name of a command without that of the program: `create api`. */
function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** Creates the usage error for a word that does not name a command below `parent`. */
export function unknownCommand(parent: Command, word: string): UsageError {
  return usageError(pathOf(parent), 'unknown-command', { word, commands: parent.commands.map((each) => each.name()) });
}

/** Converts an error of commander into one of our codes. The flag or the value is available only in its message. */
export function usageErrorOf({ command: failing, code, message }: Refusal): UsageError {
  const command = pathOf(failing);
  const commands = failing.commands.map((each) => each.name());
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const option = quoted.split(/[ ,]/, 1)[0] ?? '';
  switch (code) {
    case 'missing-command':
      return usageError(command, 'missing-command', { commands: commands.filter((each) => each !== 'help') });
    case 'commander.unknownCommand':
      return unknownCommand(failing, failing.args[0] ?? quoted);
    case 'commander.unknownOption':
      return usageError(command, 'unknown-flag', { option: quoted, ...flagsNear(failing, quoted) });
    case 'commander.excessArguments':
      // The command can run by itself and has subcommands, so the word was probably meant to be one of them.
      if (commands.length > 0) return unknownCommand(failing, failing.args[0] ?? '');
      return usageError(command, 'unexpected-arguments', { words: failing.args });
    case 'commander.missingArgument': {
      const isList = failing.registeredArguments.some((each) => each.name() === quoted && each.variadic);
      return usageError(command, 'missing-positional-argument', { argument: quoted, isList });
    }
    case 'commander.optionMissingArgument':
      return usageError(command, 'missing-value', { option });
    case 'commander.invalidArgument': {
      const { value, reason } = invalidArgument(message);
      // Converted to a phrase, because commander's messages are sentences, unlike ours.
      const because = reason.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
      const { long, argChoices: choices } = failing.options.find((each) => each.flags === quoted) ?? {};
      // For a list, the message names the invalid word.
      const words = reason.startsWith('Allowed choices are some of ')
        ? value.split(',').map((each) => each.trim())
        : [];
      return usageError(command, 'invalid-value', {
        option: long ?? option,
        value: words.find((each) => each !== '' && choices?.includes(each) === false) ?? value,
        reason: because,
        ...(choices && { choices }),
      });
    }
    default:
      throw new Error(`commander said ${code}: ${message}`);
  }
}

/** Returns the parts of commander's `... argument 'x' is invalid. It is empty.`; the value can be any text. */
function invalidArgument(message: string): { readonly value: string; readonly reason: string } {
  const [before, behind] = ["argument '", "' is invalid. "];
  const start = message.indexOf(before) + before.length;
  const end = message.lastIndexOf(behind);
  return { value: message.slice(start, end), reason: message.slice(end + behind.length) };
}

/** Returns the flags of a command and its subcommands, and the nearest commands that have the flag. */
function flagsNear(command: Command, word: string): Pick<DiagnosticParameters<'unknown-flag'>, FlagsNear> {
  const flag = word.split('=', 1)[0]!;
  const below = withDescendants(command).filter((each) => each !== command);
  const family = command.parent?.parent == null ? [] : withDescendants(command.parent);
  const haveIt = [below, family, withDescendants(programOf(command))]
    .map((commands) =>
      commands.filter((each) => flagsOf(each).some((option) => option.long === flag || option.short === flag)),
    )
    .find((commands) => commands.length > 0);
  return {
    options: longFlags(command.options),
    inside: below.flatMap((each) => longFlags(flagsOf(each)).map((long) => ({ flag: long, command: pathOf(each) }))),
    owners: (haveIt ?? []).map(pathOf),
  };
}

type FlagsNear = 'options' | 'inside' | 'owners';

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

function withDescendants(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

function flagsOf(command: Command): readonly Option[] {
  return command instanceof CliCommand ? command.declared : [];
}

function longFlags(options: readonly Option[]): string[] {
  return options.flatMap((option) => (option.long == null ? [] : [option.long]));
}
