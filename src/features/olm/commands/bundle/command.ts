import { defineCommand } from '../../../../cli/framework/command.js';
import { optionsOf } from '../../../../cli/framework/flags.js';
import { bundleFlags, type BundleOptions } from './flags.js';

export const bundle = defineCommand<typeof bundleFlags, BundleOptions>({
  name: 'bundle',
  summary: 'Generate or validate an OLM bundle',
  description:
    'Generate a bundle for the Operator Lifecycle Manager in ./bundle, from the objects that config/ deploys.',
  examples: `Examples:
  $ operator-gen bundle --version 0.1.0
  $ operator-gen bundle --version 0.2.0 --replaces 0.1.0 --channels candidate,stable --default-channel stable
  $ kustomize build config/manifests | operator-gen bundle --version 0.2.0 --from -
  $ operator-gen bundle validate --select operatorhubv2
`,
  flags: bundleFlags,
  writes: true,
  // No question is asked, because the version is chosen for each release.
  complete: async () => async (given) => ({
    given,
    options: { ...optionsOf('bundle', bundleFlags, given), now: new Date() },
  }),
  operation: async () => (await import('./run.js')).bundle,
});
