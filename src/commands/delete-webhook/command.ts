import { defineCommand } from '../../cli/command.js';
import { deleteWebhookFlags } from './flags.js';

export const deleteWebhook = defineCommand({
  name: 'delete webhook',
  summary: 'take webhooks back: all of a kind, or those that are named',
  description: 'Remove what `create webhook` made. Files that were edited since are listed and kept.',
  examples: `Examples:
  $ operator-gen delete webhook --version v1 --kind WebServer
  $ operator-gen delete webhook --group core --version v1 --kind Pod --defaulting --dry-run
`,
  flags: deleteWebhookFlags,
  writes: true,
  operation: async () => (await import('./run.js')).deleteWebhook,
});
