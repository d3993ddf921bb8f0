import { defineCommand } from '../../framework/command.js';
import { manifestsFlags } from './flags.js';

export const manifests = defineCommand({
  name: 'manifests',
  summary: 'Generate CRDs, roles and other manifests from the types',
  description: "Generate CRDs, RBAC roles, samples and kustomizations from the project's types.",
  examples: `With --watch, the command keeps running and regenerates when a source changes or a generated file is edited or deleted.
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
