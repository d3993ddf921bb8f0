import { defineCommand } from '../../framework/command.js';
import { createWebhookFlags, type CertificateOptions, type CreateWebhookOptions } from './flags.js';

export const createWebhook = defineCommand<typeof createWebhookFlags, CreateWebhookOptions | CertificateOptions>({
  name: 'create webhook',
  summary: 'Add webhooks for defaulting, validation or conversion',
  description: 'Scaffold webhooks for a kind, with the manifests to call them.',
  examples: `Examples:
  $ operator-gen create webhook --version v1 --kind WebServer --defaulting --programmatic-validation
  $ operator-gen create webhook --version v1 --kind WebServer --conversion --spoke v2,v3
  $ operator-gen create webhook --group core --version v1 --kind Pod --programmatic-validation
  $ operator-gen create webhook --certificates self-signed
`,
  flags: createWebhookFlags,
  writes: true,
  complete: async () => (await import('./complete.js')).completeCreateWebhook,
  operation: async () => (await import('./run.js')).createWebhook,
});
