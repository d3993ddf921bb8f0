import { defineCommand } from '../../cli/command.js';

export const inspect = defineCommand({
  name: 'inspect',
  summary: "show what the project's types say, and which markers there are",
  description: "Show the kinds and the permissions that the project's sources declare, and write nothing.",
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
