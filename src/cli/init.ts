import { CliCommand, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';
import { projectOptions, type ProjectFlags } from './project-flags.js';

/** The flags of `init` as commander hands them over. */
export interface InitFlags extends ProjectFlags {
  readonly domain?: string;
  readonly projectName?: string;
  readonly skipInstall?: true;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen init
  $ operator-gen init --domain example.com --project-name webserver-operator

In scripts:
  $ operator-gen init --domain example.com --project-name webserver-operator --skip-install --no-input
`;

/** `operator-gen init`. */
export function initCommand({ operations }: Context, start: Start): CliCommand {
  const command = new CliCommand('init')
    .summary('start a project in this folder')
    .description('Scaffold an operator project in the current folder and install its dependencies.')
    .addOption(valueFlag('--domain <domain>', 'suffix of the API groups (default: my.domain)'))
    .addOption(valueFlag('--project-name <name>', "prefix of the names in the cluster (default: the folder's name)"))
    .option('--skip-install', 'do not run npm install')
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples);
  for (const option of projectOptions(' (default: false)')) command.addOption(option);
  return command.action((flags: InitFlags, self: CliCommand) =>
    start(self, async () => (await import('./init-job.js')).initJob(flags, operations)),
  );
}
