import { CliCommand, numberFlag, toggleFlags, valueFlag } from './command.js';
import type { Context } from './context.js';
import type { ImageFlags } from './image-flags.js';
import type { Start } from './job.js';
import { externalOptions, type ExternalFlags } from './kind-flags.js';

/** The flags of `create api` as commander hands them over. */
export interface CreateApiFlags extends ImageFlags, ExternalFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly namespaced?: boolean;
  readonly force?: true;
}

const examples = `
Examples:
  $ operator-gen create api --version v1 --kind WebServer
  $ operator-gen create api --group batch --version v1alpha1 --kind Report --no-namespaced
  $ operator-gen create api --version v1 --kind Cache --image memcached:1.6 --image-container-port 11211

A controller for a kind of Kubernetes, for one from a package, or a second one for a kind:
  $ operator-gen create api --group apps --version v1 --kind Deployment --no-resource
  $ operator-gen create api --group certs --version v1 --kind Certificate \\
      --external-api-package @example/certs/v1 --external-api-domain io
  $ operator-gen create api --version v1 --kind WebServer --controller-name webserver-backup

In scripts:
  $ operator-gen create api --version v1 --kind WebServer --resource --controller --no-input
`;

/** `operator-gen create api`. */
export function createApiCommand({ operations }: Context, start: Start): CliCommand {
  const command = new CliCommand('api')
    .summary('add an API: its types, its controller and its manifests')
    .description('Scaffold an API (a kind in a group and version), its controller and its manifests.')
    .addOption(valueFlag('--group <group>', 'first part of the API group (default: none, the group is the domain)'))
    .addOption(valueFlag('--version <version>', 'required: version of the API, e.g. v1alpha1'))
    .addOption(valueFlag('--kind <Kind>', 'required: name of the type, e.g. WebServer'))
    .addOption(valueFlag('--plural <plural>', 'plural of the kind, where English is irregular'))
    .addOption(valueFlag('--controller-name <name>', 'name of the controller, where a kind has several'))
    .addOption(valueFlag('--image <image>', 'scaffold a controller that keeps Pods of this image'))
    .addOption(valueFlag('--image-container-command <words>', 'what runs in it, with commas: memcached,-m=64'))
    .addOption(numberFlag('--image-container-port <port>', 'where it listens, from 1 to 65535'))
    .addOption(numberFlag('--run-as-user <user>', 'number of the user that it runs as'))
    .option('--force', 'write over files that stand in the way')
    .addHelpText('after', examples);
  const toggles = [
    ...toggleFlags('resource', 'scaffold the types (default: true)'),
    ...toggleFlags('controller', 'scaffold a controller (default: true)'),
    ...toggleFlags('namespaced', 'objects live in a namespace (default: true)'),
  ];
  for (const option of [...toggles, ...externalOptions()]) command.addOption(option);
  return command.action((flags: CreateApiFlags, self: CliCommand) =>
    start(self, async () => (await import('./create-api-job.js')).createApiJob(flags, operations)),
  );
}
