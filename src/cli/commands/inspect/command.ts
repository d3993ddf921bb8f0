import { defineCommand } from '../../framework/command.js';
import { inspectFlags } from './flags.js';

export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Show the kinds, the permissions and the markers',
  description: `Show the kinds and the permissions that the project's sources declare, without writing anything. With --graph, also the
controllers of its code, the kinds that they own and watch, and the webhooks.`,
  examples: `Examples:
  $ operator-gen inspect
  $ operator-gen inspect markers
  $ operator-gen inspect --graph svg > operator.svg

In scripts:
  $ operator-gen inspect --output json
`,
  flags: inspectFlags,
  writes: false,
  operation: async () => (await import('./run.js')).inspect,
});
