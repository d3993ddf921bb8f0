import { optionsOf, type Given } from '../../cli/flags.js';
import { createWebhookFlags, type CertificateOptions, type CreateWebhookOptions } from './flags.js';

/** Returns the options of a command line. To change the certificate of all webhooks, no kind is required. */
export async function completeCreateWebhook(given: Given<typeof createWebhookFlags>): Promise<{
  readonly given: Given<typeof createWebhookFlags>;
  readonly options: CreateWebhookOptions | CertificateOptions;
}> {
  const { certificates, force = false, ...others } = given;
  const isAlone = Object.values(others).every((each) => each === undefined || each === false || String(each) === '');
  if (certificates !== undefined && isAlone) return { given, options: { certificates, force } };
  return { given, options: optionsOf('create webhook', createWebhookFlags, given) };
}
