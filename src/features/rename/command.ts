import { defineCommand } from '../../cli/framework/command.js';
import { renameApiFlags } from './flags.js';

export const renameApi = defineCommand({
  name: 'rename api',
  summary: 'Rename a kind, its plural, or a group',
  description:
    'Rename a kind in all its versions, its plural, or a group with all its kinds: in types, controllers, webhooks, ' +
    'tests, samples, manifests and PROJECT. Names that cannot be changed are listed.',
  examples: `Examples:
  $ operator-gen rename api --kind WebServer --to-kind Site --dry-run --diff
  $ operator-gen rename api --group batch --kind Chief --to-plural chieves
  $ operator-gen rename api --group web --to-group sites
`,
  flags: renameApiFlags,
  writes: true,
  operation: async () => (await import('./run.js')).renameApi,
});
