import { defineCommand } from '../../framework/command.js';
import { deleteApiFlags } from './flags.js';

export const deleteApi = defineCommand({
  name: 'delete api',
  summary: 'Delete an API with its types, controller and manifests',
  description: 'Delete what `create api` scaffolded. Edited files are listed and kept.',
  examples: `Examples:
  $ operator-gen delete api --version v1 --kind WebServer
  $ operator-gen delete api --group batch --version v1alpha1 --kind Report --dry-run
`,
  flags: deleteApiFlags,
  writes: true,
  operation: async () => (await import('./run.js')).deleteApi,
});
