import { CliCommand } from './command.js';
import type { Context } from './context.js';
import { inspectMarkersCommand } from './inspect-markers.js';
import type { Start } from './job.js';

const examples = `
Examples:
  $ operator-gen inspect
  $ operator-gen inspect markers

In scripts:
  $ operator-gen inspect --output json
`;

/** `operator-gen inspect`. */
export function inspectCommand(context: Context, start: Start): CliCommand {
  return new CliCommand('inspect')
    .summary("show what the project's types say, and which markers there are")
    .description("Show the kinds and the permissions that the project's sources declare, and write nothing.")
    .addHelpText('after', examples)
    .addCommand(inspectMarkersCommand(context, start))
    .action((_flags: object, command: CliCommand) =>
      start(command, async () => ({
        command: 'inspect',
        writes: false,
        operation: context.operations.inspect,
        options: async () => ({}),
      })),
    );
}
