import { on, required, text, type OptionsOf } from '../../cli/flags.js';
import { groupFlag } from '../kind-flags.js';

export const deleteWebhookFlags = {
  group: groupFlag,
  version: required(text('--version <version>', 'required: version of the API; of a conversion the hub')),
  kind: required(text('--kind <Kind>', 'required: name of the type, e.g. WebServer')),
  defaulting: on('--defaulting', 'the webhook that fills in what is left out'),
  validation: on('--programmatic-validation', 'the webhook that refuses what the schema lets through'),
  conversion: on('--conversion', 'the conversion between the versions of the kind'),
  force: on('--force', 'remove files that were edited, too'),
};

/** Options of `delete webhook`; with none of the three types, all are removed. */
export type DeleteWebhookOptions = OptionsOf<typeof deleteWebhookFlags>;
