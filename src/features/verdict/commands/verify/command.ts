import { defineCommand } from '../../../../cli/framework/command.js';
import { verifyFlags } from './flags.js';

export const verify = defineCommand({
  name: 'verify',
  summary: 'Report what the API server would reject in manifests',
  description:
    "Ask the API server's own validation code about manifests: CRDs, their CEL rules, custom resources and built-in kinds.",
  examples: `No cluster is required. A folder with a kustomization is built; another one is searched for YAML and JSON files with objects.
Custom resources are verified if their CRDs are among the manifests, or generated in the project.

Examples:
  $ operator-gen verify config/default
  $ operator-gen verify crds/ samples/queue.yaml
  $ helm template ./chart | operator-gen verify -

In scripts:
  $ operator-gen verify config/default --output github
`,
  flags: verifyFlags,
  writes: false,
  operation: async () => (await import('./run.js')).verify,
});
