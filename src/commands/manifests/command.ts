import { defineCommand } from '../../cli/command.js';
import { manifestsFlags } from './flags.js';

export const manifests = defineCommand({
  name: 'manifests',
  summary: 'write the CRDs, the RBAC role and the rest that follows from the types',
  description: "Generate what follows from the project's types: CRDs, the RBAC role, samples, kustomizations.",
  examples: `With --watch it stays, and writes again whenever a file changes that it reads, or a generated one is edited or removed.
Packages in node_modules are not watched.

Examples:
  $ operator-gen manifests
  $ operator-gen manifests --dry-run --diff
  $ operator-gen manifests --watch

In scripts:
  $ operator-gen manifests --output json
`,
  flags: manifestsFlags,
  writes: true,
  watches: ({ watch = false }) => watch,
  operation: async () => (await import('./run.js')).manifests,
});
