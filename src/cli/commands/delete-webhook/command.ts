import { defineCommand } from '../../framework/command.js';
import { deleteWebhookFlags } from './flags.js';

export const deleteWebhook = defineCommand({
  name: 'delete webhook',
  summary: 'Delete all webhooks of a kind, or those that are named',
  description: 'Delete what `create webhook` scaffolded. Edited files are listed and kept.',
  examples: `Examples:
  $ operator-gen delete webhook --version v1 --kind WebServer
  $ operator-gen delete webhook --group core --version v1 --kind Pod --defaulting --dry-run
`,
  flags: deleteWebhookFlags,
  writes: true,
  operation: async () => (await import('./run.js')).deleteWebhook,
});
