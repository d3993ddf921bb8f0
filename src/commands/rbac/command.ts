import { defineCommand } from '../../cli/command.js';

export const rbac = defineCommand({
  name: 'rbac',
  summary: 'List the permissions that the code uses, beside those that it declares',
  description:
    'Read from the code which permissions it uses, with the lines that need them, and compare them with those that it declares.',
  examples: `The code is followed through functions, classes, closures and collections, and never executed.

Examples:
  $ operator-gen rbac

In scripts:
  $ operator-gen rbac --output json
`,
  flags: {},
  writes: false,
  operation: async () => (await import('./run.js')).rbac,
});
