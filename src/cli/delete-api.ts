import { CliCommand, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

/** The flags of `delete api` as commander hands them over. */
export interface DeleteApiFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen delete api --version v1 --kind WebServer
  $ operator-gen delete api --group batch --version v1alpha1 --kind Report --dry-run
`;

/** `operator-gen delete api`. */
export function deleteApiCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('api')
    .summary('take an API back: its types, its controller and its manifests')
    .description('Remove what `create api` made. Files that were edited since are listed and kept.')
    .addOption(valueFlag('--group <group>', 'first part of the API group (default: none, the group is the domain)'))
    .addOption(valueFlag('--version <version>', 'required: version of the API, e.g. v1alpha1'))
    .addOption(valueFlag('--kind <Kind>', 'required: name of the type, e.g. WebServer'))
    .option('--force', 'remove files that were edited, too')
    .addHelpText('after', examples)
    .action((flags: DeleteApiFlags, self: CliCommand) =>
      start(self, async () => (await import('./delete-api-job.js')).deleteApiJob(flags, operations)),
    );
}
