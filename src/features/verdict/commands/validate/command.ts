import { defineCommand } from '../../../../cli/framework/command.js';
import { validateFlags } from './flags.js';

export const validate = defineCommand({
  name: 'validate',
  summary: 'Create or update objects as the API server would',
  description:
    'Create or update objects as the API server would, without a cluster: decoding, defaults, pruning, validation.',
  examples: `Admission webhooks are not called. With --output yaml, the objects are printed as the API server would store them.

Examples:
  $ operator-gen validate config/samples/example_v1_queue.yaml
  $ operator-gen validate new.yaml --old old.yaml --crd crds/
  $ operator-gen validate queue.yaml --output yaml

In scripts:
  $ operator-gen validate queue.yaml --output json
`,
  flags: validateFlags,
  writes: false,
  printsYaml: true,
  operation: async () => (await import('./run.js')).validate,
});
