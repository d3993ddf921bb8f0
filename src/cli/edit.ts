import { CliCommand, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';
import { projectOptions, type ProjectFlags } from './project-flags.js';

/** The flags of `edit` as commander hands them over. */
export interface EditFlags extends ProjectFlags {
  readonly domain?: string;
  readonly projectName?: string;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen edit --multigroup --dry-run
  $ operator-gen edit --no-multigroup
  $ operator-gen edit --namespaced
  $ operator-gen edit --license apache2 --owner 'The Authors'
`;

/** `operator-gen edit`. */
export function editCommand({ operations }: Context, start: Start): CliCommand {
  const command = new CliCommand('edit')
    .summary('change the settings of the project')
    .description('Change settings of the project, and everything in it that follows from them.')
    .addOption(valueFlag('--domain <domain>', 'suffix of the API groups'))
    .addOption(valueFlag('--project-name <name>', 'prefix of the names in the cluster'))
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples);
  for (const option of projectOptions()) command.addOption(option);
  return command.action((flags: EditFlags, self: CliCommand) =>
    start(self, async () => (await import('./edit-job.js')).editJob(flags, operations)),
  );
}
