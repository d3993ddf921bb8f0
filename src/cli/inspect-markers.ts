import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

const examples = `
Examples:
  $ operator-gen inspect markers
  $ operator-gen inspect markers Minimum

In scripts:
  $ operator-gen inspect markers --output json
`;

/** `operator-gen inspect markers`. */
export function inspectMarkersCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('markers')
    .summary('list the markers: what each says, and its arguments')
    .description('List every marker, as a decorator and as a JSDoc tag, or describe one.')
    .argument('[name]', 'only this marker')
    .addHelpText('after', examples)
    .action((name: string | undefined, _flags: object, command: CliCommand) =>
      start(command, async () => (await import('./inspect-markers-job.js')).inspectMarkersJob(name, operations)),
    );
}
