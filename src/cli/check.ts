import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

const examples = `
Exit code 3 says that files are out of date, 1 that the sources have errors.

Examples:
  $ operator-gen check

In scripts:
  $ operator-gen check --strict --output github
`;

/** `operator-gen check`. */
export function checkCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('check')
    .summary('say which generated files are out of date; for CI')
    .description('Compare the generated files with what the types say, and write nothing.')
    .option('--strict', 'take warnings for errors')
    .addHelpText('after', examples)
    .action(({ strict = false }: { strict?: boolean }, command: CliCommand) =>
      start(command, async () => ({
        command: 'check',
        writes: false,
        operation: operations.check,
        options: async () => ({ strict }),
      })),
    );
}
