import { CliCommand, textFlag, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

/** The flags of `rename api` as commander hands them over. */
export interface RenameApiFlags {
  readonly group?: string;
  readonly kind?: string;
  readonly toKind?: string;
  readonly toPlural?: string;
  readonly toGroup?: string;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen rename api --kind WebServer --to-kind Site --dry-run --diff
  $ operator-gen rename api --group batch --kind Chief --to-plural chieves
  $ operator-gen rename api --group web --to-group sites
`;

/** `operator-gen rename api`. */
export function renameApiCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('api')
    .summary('rename a kind in all its versions, its plural, or a group')
    .description(
      'Rename a kind in all its versions, its plural, or the group of all its kinds: in types, controllers, webhooks, ' +
        'tests, samples, manifests and PROJECT, wherever the code names them. What cannot be renamed is listed.',
    )
    .addOption(valueFlag('--group <group>', 'first part of the API group (default: none, the group is the domain)'))
    .addOption(valueFlag('--kind <Kind>', 'name of the type; without it --to-group is about all kinds of the group'))
    .addOption(valueFlag('--to-kind <Kind>', 'its new name'))
    .addOption(valueFlag('--to-plural <plural>', 'its new plural (default: that of the new kind, in English)'))
    .addOption(textFlag('--to-group <group>', "first part of the new API group; '' for none"))
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples)
    .action((flags: RenameApiFlags, self: CliCommand) =>
      start(self, async () => (await import('./rename-api-job.js')).renameApiJob(flags, operations)),
    );
}
