import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

const examples = `
Examples:
  $ operator-gen manifests
  $ operator-gen manifests --dry-run --diff

In scripts:
  $ operator-gen manifests --output json
`;

/** `operator-gen manifests`. */
export function manifestsCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('manifests')
    .summary('write the CRDs, the RBAC role and the rest that follows from the types')
    .description("Generate what follows from the project's types: CRDs, the RBAC role, samples, kustomizations.")
    .addHelpText('after', examples)
    .action((_flags: object, command: CliCommand) =>
      start(command, async () => ({
        command: 'manifests',
        writes: true,
        operation: operations.manifests,
        options: async () => ({}),
      })),
    );
}
