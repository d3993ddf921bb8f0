import { defineCommand } from '../../framework/command.js';

export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Show the kinds, the permissions and the markers',
  description: "Show the kinds and the permissions that the project's sources declare, without writing anything.",
  examples: `Examples:
  $ operator-gen inspect
  $ operator-gen inspect markers

In scripts:
  $ operator-gen inspect --output json
`,
  flags: {},
  writes: false,
  operation: async () => (await import('./run.js')).inspect,
});
