import { defineCommand } from '../../../../cli/framework/command.js';
import { scorecardFlags } from './flags.js';

export const scorecard = defineCommand({
  name: 'scorecard',
  summary: 'Run the built-in tests of operator-sdk on an OLM bundle',
  description: 'Run the six built-in tests of operator-sdk on an OLM bundle, without a cluster.',
  examples: `Examples:
  $ operator-gen scorecard
  $ operator-gen scorecard ./bundle

In scripts:
  $ operator-gen scorecard --output json
`,
  flags: scorecardFlags,
  writes: false,
  operation: async () => (await import('./run.js')).scorecard,
});
