import { defineCommand } from '../../cli/command.js';
import { createWebhookFlags } from './flags.js';

export const createWebhook = defineCommand({
  name: 'create webhook',
  summary: 'Add webhooks for defaulting, validation or conversion',
  description: 'Scaffold webhooks for a kind, with the manifests to call them.',
  examples: `Examples:
  $ operator-gen create webhook --version v1 --kind WebServer --defaulting --programmatic-validation
  $ operator-gen create webhook --version v1 --kind WebServer --conversion --spoke v2,v3
  $ operator-gen create webhook --group core --version v1 --kind Pod --programmatic-validation
  $ operator-gen create webhook --version v1 --kind WebServer --certificates self-signed
`,
  flags: createWebhookFlags,
  writes: true,
  operation: async () => (await import('./run.js')).createWebhook,
});
