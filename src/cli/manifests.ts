import { CliCommand } from './command.js';
import type { Context } from './context.js';
import type { Start } from './job.js';

const examples = `
With --watch it stays, and writes again whenever a file changes that it reads, or a generated one is edited or removed.
Packages in node_modules are not watched.

Examples:
  $ operator-gen manifests
  $ operator-gen manifests --dry-run --diff
  $ operator-gen manifests --watch

In scripts:
  $ operator-gen manifests --output json
`;

/** `operator-gen manifests`. */
export function manifestsCommand({ operations }: Context, start: Start): CliCommand {
  return new CliCommand('manifests')
    .summary('write the CRDs, the RBAC role and the rest that follows from the types')
    .description("Generate what follows from the project's types: CRDs, the RBAC role, samples, kustomizations.")
    .option('-w, --watch', 'stay, and write again whenever a source changes')
    .option('--strict', 'take warnings for errors')
    .addHelpText('after', examples)
    .action(({ watch = false, strict = false }: { watch?: boolean; strict?: boolean }, command: CliCommand) =>
      start(command, async () => ({
        command: 'manifests',
        writes: true,
        watches: watch,
        operation: operations.manifests,
        options: async () => ({ strict }),
      })),
    );
}
