import { CliCommand, valueFlag } from './command.js';
import { Option } from './commander.js';
import type { Context } from './context.js';
import { externalOptions, type ExternalFlags } from './kind-flags.js';
import type { Start } from './job.js';

const certificateMakers = ['cert-manager', 'self-signed'] as const;

/** The flags of `create webhook` as commander hands them over. */
export interface CreateWebhookFlags extends ExternalFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly defaulting?: true;
  readonly programmaticValidation?: true;
  readonly conversion?: true;
  readonly spoke?: string;
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  readonly certificates?: (typeof certificateMakers)[number];
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen create webhook --version v1 --kind WebServer --defaulting --programmatic-validation
  $ operator-gen create webhook --version v1 --kind WebServer --conversion --spoke v2,v3
  $ operator-gen create webhook --group core --version v1 --kind Pod --programmatic-validation
  $ operator-gen create webhook --version v1 --kind WebServer --certificates self-signed
`;

/** `operator-gen create webhook`. */
export function createWebhookCommand({ operations }: Context, start: Start): CliCommand {
  const command = new CliCommand('webhook')
    .summary('add webhooks for an API: defaults, validation, conversion')
    .description('Scaffold webhooks for a kind, and what the cluster needs to call them.')
    .addOption(valueFlag('--group <group>', 'first part of the API group (default: none, the group is the domain)'))
    .addOption(valueFlag('--version <version>', 'required: version of the API; with --conversion the hub'))
    .addOption(valueFlag('--kind <Kind>', 'required: name of the type, e.g. WebServer'))
    .addOption(valueFlag('--plural <plural>', 'plural of an external kind, where English is irregular'))
    .option('--defaulting', 'a webhook that fills in what is left out')
    .option('--programmatic-validation', 'a webhook that refuses what the schema lets through')
    .option('--conversion', 'convert between the versions of the kind')
    .addOption(valueFlag('--spoke <versions>', 'with --conversion: the versions that are converted, e.g. v2,v3'))
    .addOption(valueFlag('--defaulting-path <path>', 'another path for the defaulting webhook'))
    .addOption(valueFlag('--validation-path <path>', 'another path for the validating webhook'))
    .addOption(
      new Option('--certificates <maker>', 'who makes the certificate of all webhooks (usually: cert-manager)').choices(
        certificateMakers,
      ),
    )
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples);
  for (const option of externalOptions()) command.addOption(option);
  return command.action((flags: CreateWebhookFlags, self: CliCommand) =>
    start(self, async () => (await import('./create-webhook-job.js')).createWebhookJob(flags, operations)),
  );
}
