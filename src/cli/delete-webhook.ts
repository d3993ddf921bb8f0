import { CliCommand, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

/** The flags of `delete webhook` as commander hands them over. */
export interface DeleteWebhookFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly defaulting?: true;
  readonly programmaticValidation?: true;
  readonly conversion?: true;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen delete webhook --version v1 --kind WebServer
  $ operator-gen delete webhook --group core --version v1 --kind Pod --defaulting --dry-run
`;

/** `operator-gen delete webhook`. */
export function deleteWebhookCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('webhook')
    .summary('take webhooks back: all of a kind, or those that are named')
    .description('Remove what `create webhook` made. Files that were edited since are listed and kept.')
    .addOption(valueFlag('--group <group>', 'first part of the API group (default: none, the group is the domain)'))
    .addOption(valueFlag('--version <version>', 'required: version of the API; of a conversion the hub'))
    .addOption(valueFlag('--kind <Kind>', 'required: name of the type, e.g. WebServer'))
    .option('--defaulting', 'the webhook that fills in what is left out')
    .option('--programmatic-validation', 'the webhook that refuses what the schema lets through')
    .option('--conversion', 'the conversion between the versions of the kind')
    .option('--force', 'remove files that were edited, too')
    .addHelpText('after', examples)
    .action((flags: DeleteWebhookFlags, self: CliCommand) =>
      start(self, async () => (await import('./delete-webhook-job.js')).deleteWebhookJob(flags, operations)),
    );
}
