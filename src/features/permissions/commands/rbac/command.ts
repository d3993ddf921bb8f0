import { defineCommand } from '../../../../cli/framework/command.js';
import { rbacFlags } from './flags.js';

export const rbac = defineCommand({
  name: 'rbac',
  summary: 'List the permissions that the code uses and declares',
  description:
    'Determine the permissions that the code uses, with the lines that need them, and compare them with the declared ones.',
  examples: `The code is followed through functions, classes, closures and collections, and never executed.

Examples:
  $ operator-gen rbac
  $ operator-gen rbac --fix --dry-run --diff

In scripts:
  $ operator-gen rbac --output json
`,
  flags: rbacFlags,
  writes: true,
  operation: async () => (await import('./run.js')).rbac,
});
