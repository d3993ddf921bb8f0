import type { CreateWebhookOptions } from '../operations/options.js';
import type { CreateWebhookFlags } from './create-webhook.js';
import type { Job } from './job.js';
import { externalFlags, kindFlags } from './kind-flags.js';
import type { Operations } from './operations.js';

/** `create webhook` with the flags that were given. */
export function createWebhookJob(flags: CreateWebhookFlags, operations: Operations): Job<CreateWebhookOptions> {
  return {
    command: 'create webhook',
    writes: true,
    operation: operations.createWebhook,
    options: async () => {
      const { plural, defaultingPath, validationPath } = flags;
      return {
        ...kindFlags('create webhook', flags),
        ...(plural === undefined ? {} : { plural }),
        defaulting: flags.defaulting ?? false,
        validation: flags.programmaticValidation ?? false,
        conversion: flags.conversion ?? false,
        spoke: (flags.spoke ?? '')
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== ''),
        ...(defaultingPath === undefined ? {} : { defaultingPath }),
        ...(validationPath === undefined ? {} : { validationPath }),
        ...externalFlags(flags),
        ...(flags.certificates === undefined ? {} : { certificates: flags.certificates }),
        force: flags.force ?? false,
      };
    },
  };
}
