import { defineCommand } from '../../../../cli/framework/command.js';
import { bundleValidateFlags } from './flags.js';

export const bundleValidate = defineCommand({
  name: 'bundle validate',
  summary: 'Report what OLM and its catalogs would reject in a bundle',
  description: 'Check a bundle for the Operator Lifecycle Manager: its format, the ClusterServiceVersion and the CRDs.',
  examples: `No cluster and no container engine is required. Suites with further rules:
  operatorhubv2, capabilities, categories, good-practices, alpha-deprecated-apis

Examples:
  $ operator-gen bundle validate
  $ operator-gen bundle validate ./bundle --select operatorhubv2,good-practices

In scripts:
  $ operator-gen bundle validate --select all --output github
`,
  flags: bundleValidateFlags,
  writes: false,
  operation: async () => (await import('./run.js')).bundleValidate,
});
