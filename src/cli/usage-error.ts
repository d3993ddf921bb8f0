import type { Command } from 'commander';
import type { usageDiagnostics } from '../diagnostics/catalogue/cli.js';
import type { DiagnosticParameters } from '../diagnostics/diagnostic.js';
import type { Refusal } from './cli-command.js';

export type UsageCode = keyof typeof usageDiagnostics;

/** A command line that cannot be carried out; always exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    /** The words that name the command, e.g. `create api`; empty for the program itself. */
    readonly command: string,
    readonly code: UsageCode,
    readonly parameters: DiagnosticParameters<UsageCode>,
  ) {
    super(`${code} ${JSON.stringify(parameters)}`);
  }
}

/** Makes a usage error; every one names its command in its help, so that parameter is filled in here. */
export function usageError<C extends UsageCode>(
  command: string,
  code: C,
  parameters: Omit<DiagnosticParameters<C>, 'command'>,
): UsageError {
  return new UsageError(command, code, { ...parameters, command } as DiagnosticParameters<C>);
}

/** The words that name a command, without the program's: `create api`. */
function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** Gives commander's refusal a code of ours. Its message is the only place where it names the flag or the value. */
export function usageErrorOf({ command: failing, code, message }: Refusal): UsageError {
  const command = pathOf(failing);
  const commands = failing.commands.map((each) => each.name());
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const option = quoted.split(/[ ,]/, 1)[0] ?? '';
  switch (code) {
    case 'missing-command':
      return usageError(command, 'missing-command', { commands });
    case 'commander.unknownCommand':
      return usageError(command, 'unknown-command', { word: failing.args[0] ?? quoted, commands });
    case 'commander.unknownOption':
      return usageError(command, 'unknown-flag', { option: quoted, options: longFlags(failing) });
    case 'commander.excessArguments':
      // A command that can run by itself and has subcommands: the word was probably meant to be one of them.
      if (commands.length > 0) return usageError(command, 'unknown-command', { word: failing.args[0] ?? '', commands });
      return usageError(command, 'unexpected-arguments', { words: failing.args });
    case 'commander.optionMissingArgument':
      return usageError(command, 'missing-value', { option });
    case 'commander.invalidArgument': {
      const { value, reason } = invalidArgument(message);
      // As half a sentence: ours are written so, commander's own are not.
      const because = reason.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
      const { long, argChoices: choices } = failing.options.find((each) => each.flags === quoted) ?? {};
      return usageError(command, 'invalid-value', {
        option: long ?? option,
        value,
        reason: because,
        ...(choices && { choices }),
      });
    }
    default:
      throw new Error(`commander said ${code}: ${message}`);
  }
}

/** The parts of commander's `... argument 'x' is invalid. It is empty.`; the value may hold any text. */
function invalidArgument(message: string): { readonly value: string; readonly reason: string } {
  const [before, behind] = ["argument '", "' is invalid. "];
  const start = message.indexOf(before) + before.length;
  const end = message.lastIndexOf(behind);
  return { value: message.slice(start, end), reason: message.slice(end + behind.length) };
}

function longFlags(command: Command): string[] {
  return command.options.flatMap((option) => (option.long == null ? [] : [option.long]));
}
