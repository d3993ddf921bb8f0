import type { DeleteWebhookOptions } from '../operations/options.js';
import type { DeleteWebhookFlags } from './delete-webhook.js';
import type { Job } from './job.js';
import { kindFlags } from './kind-flags.js';
import type { Operations } from './operations.js';

/** `delete webhook` with the flags that were given. Nothing is asked: what is to go has to be named. */
export function deleteWebhookJob(flags: DeleteWebhookFlags, operations: Operations): Job<DeleteWebhookOptions> {
  return {
    command: 'delete webhook',
    writes: true,
    operation: operations.deleteWebhook,
    options: async () => ({
      ...kindFlags('delete webhook', flags),
      defaulting: flags.defaulting ?? false,
      validation: flags.programmaticValidation ?? false,
      conversion: flags.conversion ?? false,
      force: flags.force ?? false,
    }),
  };
}
