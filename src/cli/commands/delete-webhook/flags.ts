import { completed, on, required, text, type OptionsOf } from '../../framework/flags.js';
import { groupFlag } from '../kind-flags.js';

export const deleteWebhookFlags = {
  group: groupFlag,
  version: required(
    completed('version', text('--version <version>', 'API version; for a conversion, the hub (required)')),
  ),
  kind: required(completed('kind', text('--kind <Kind>', 'Kind, for example WebServer (required)'))),
  defaulting: on('--defaulting', 'Delete the defaulting webhook'),
  validation: on('--programmatic-validation', 'Delete the validating webhook'),
  conversion: on('--conversion', 'Delete the conversion webhook'),
  force: on('--force', 'Also delete edited files, and edited declarations in other files'),
};

/** Options of `delete webhook`. Without a type, all webhooks are deleted. */
export type DeleteWebhookOptions = OptionsOf<typeof deleteWebhookFlags>;
