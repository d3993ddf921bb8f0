import { choice, list, on, required, text, type OptionsOf } from '../../cli/flags.js';
import { externalFlags, groupFlag } from '../kind-flags.js';

export const createWebhookFlags = {
  group: groupFlag,
  version: required(text('--version <version>', 'required: version of the API; with --conversion the hub')),
  kind: required(text('--kind <Kind>', 'required: name of the type, e.g. WebServer')),
  plural: text('--plural <plural>', 'plural of an external kind, where English is irregular'),
  defaulting: on('--defaulting', 'a webhook that fills in what is left out'),
  /** In addition to validation by the schema. */
  validation: on('--programmatic-validation', 'a webhook that refuses what the schema lets through'),
  conversion: on('--conversion', 'convert between the versions of the kind'),
  /** The versions that are converted to this one, the hub. */
  spoke: list('--spoke <versions>', 'with --conversion: the versions that are converted, e.g. v2,v3'),
  /** Paths that differ from those derived from group, version and kind. */
  defaultingPath: text('--defaulting-path <path>', 'another path for the defaulting webhook'),
  validationPath: text('--validation-path <path>', 'another path for the validating webhook'),
  /** Applies to all webhooks of the project; absent leaves it unchanged. */
  certificates: choice('--certificates <maker>', 'who makes the certificate of all webhooks (usually: cert-manager)', [
    'cert-manager',
    'self-signed',
  ]),
  force: on('--force', 'write over files that stand in the way'),
  ...externalFlags,
};

/** Options of `create webhook`. */
export type CreateWebhookOptions = OptionsOf<typeof createWebhookFlags>;
