import { completed, choice, list, on, required, text, type OptionsOf } from '../../framework/flags.js';
import { externalFlags, groupFlag } from '../kind-flags.js';

export const createWebhookFlags = {
  group: groupFlag,
  version: required(
    completed('version', text('--version <version>', 'API version; with --conversion, the hub (required)')),
  ),
  kind: required(completed('kind', text('--kind <Kind>', 'Kind, for example WebServer (required)'))),
  plural: text('--plural <plural>', 'Plural of an external kind, if irregular'),
  defaulting: on('--defaulting', 'Scaffold a defaulting webhook'),
  /** In addition to validation by the schema. */
  validation: on('--programmatic-validation', 'Scaffold a validating webhook'),
  conversion: on('--conversion', 'Scaffold a conversion webhook'),
  /** The versions that are converted to this one, the hub. */
  spoke: completed(
    'version',
    list('--spoke <versions>', 'Versions to convert to the hub, for example v2,v3 (with --conversion)'),
  ),
  /** Paths other than those derived from group, version and kind. */
  defaultingPath: text('--defaulting-path <path>', 'Custom path of the defaulting webhook'),
  validationPath: text('--validation-path <path>', 'Custom path of the validating webhook'),
  /** Applies to all webhooks of the project. If absent, the setting is kept. */
  certificates: choice('--certificates <maker>', 'Issuer of the certificate of all webhooks (default: cert-manager)', [
    'cert-manager',
    'self-signed',
  ]),
  force: on('--force', 'Overwrite existing files'),
  ...externalFlags,
};

/** Options of `create webhook`. */
export type CreateWebhookOptions = OptionsOf<typeof createWebhookFlags>;

/** Options of `create webhook` that only concern the certificate of all webhooks. */
export type CertificateOptions = Pick<CreateWebhookOptions, 'force'> &
  Required<Pick<CreateWebhookOptions, 'certificates'>>;
