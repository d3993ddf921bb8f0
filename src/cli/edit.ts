import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';
import { projectToggles } from './project-flags.js';

/** The flags of `edit` as commander hands them over. */
export interface EditFlags {
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen edit --multigroup --dry-run
  $ operator-gen edit --no-multigroup
  $ operator-gen edit --namespaced
`;

/** `operator-gen edit`. */
export function editCommand({ operations }: Context, start: Start): CliCommand {
  const command = new CliCommand('edit')
    .summary('change the settings of the project')
    .description('Change settings of the project, and everything in it that follows from them.')
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples);
  for (const toggle of projectToggles()) command.addOption(toggle);
  return command.action((flags: EditFlags, self: CliCommand) =>
    start(self, async () => (await import('./edit-job.js')).editJob(flags, operations)),
  );
}
