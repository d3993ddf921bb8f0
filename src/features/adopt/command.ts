import { defineCommand } from '../../cli/framework/command.js';
import { adoptFlags } from './flags.js';

export const adopt = defineCommand({
  name: 'adopt',
  summary: 'Take over a project of kubebuilder or operator-sdk',
  description: `Create a project from a Go project of kubebuilder or operator-sdk, or from CRDs and config/: PROJECT, types,
skeletons of controllers, and a report of everything that has to be ported by hand. The Go files stay.

npm install follows only in a folder without npm files of its own: it executes code that a .npmrc or a lock file chooses.`,
  examples: `Examples:
  $ operator-gen adopt --dry-run --diff
  $ operator-gen adopt --from ../webserver-operator-go

Without PROJECT, from CustomResourceDefinitions and config/:
  $ operator-gen adopt --domain example.com --project-name webserver-operator

The report as JSON:
  $ operator-gen adopt --dry-run --output json
`,
  flags: adoptFlags,
  startsProject: true,
  writes: true,
  operation: async () => {
    // Types must not have the names of markers, so the markers must be known.
    await (await import('../../language/markers/registry.js')).loadMarkers();
    return (await import('./run.js')).adopt;
  },
});
