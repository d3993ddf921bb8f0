import { error, warning } from './entry.js';
import { shellLine } from '../shell-line.js';

type WebhookSort = 'defaulting' | 'validation';

/** Problems of webhooks, as requested or as listed in PROJECT. */
export const webhookDiagnostics = {
  'webhook-type-required': error<Record<never, never>>(
    () => 'no webhook was asked for',
    () => 'give --defaulting, --programmatic-validation or --conversion',
  ),
  'invalid-webhook-path': error<{ flag: string; path: string }>(
    ({ flag, path }) => `${flag}: ${JSON.stringify(path)} is no path of a webhook`,
    () => 'begin it with a slash; lower-case letters, digits, - and . between slashes',
  ),
  'webhook-path-taken': error<{ path: string }>(
    ({ path }) => `another webhook has the path ${path}`,
    () => 'choose another path with --defaulting-path or --validation-path',
  ),
  'webhook-conflict': error<{ kind: string; difference: string; flag: string }>(
    ({ kind, difference }) => `the webhooks of ${kind} exist already, and ${difference}`,
    ({ flag }) => `leave ${flag} as it was, or remove the webhook first: operator-gen delete webhook`,
  ),
  'webhook-unmarked': error<{ kind: string; sort: WebhookSort; resource: string }>(
    ({ kind, sort, resource }) =>
      `PROJECT says that ${kind} has a ${sort} webhook, but no @Webhook with mutating: ${sort === 'defaulting'} is about ${resource}`,
    ({ kind, sort }) =>
      `write the class with its @Webhook, or take ${sort} away from the webhooks of ${kind} in PROJECT`,
  ),
  'webhook-unlisted': warning<{ kind: string; sort: WebhookSort; path: string }>(
    ({ kind, sort, path }) =>
      `the API server will ask for ${path}, but PROJECT lists no ${sort} webhook of ${kind}: src/register.ts does not set it up`,
    ({ kind, sort }) =>
      `serve it yourself, take the class away, or say ${sort}: true in the webhooks of ${kind} in PROJECT`,
  ),
  'webhook-not-found': error<{
    kind: string;
    apiVersion: string;
    missing: readonly string[];
    there: readonly string[];
  }>(
    ({ kind, apiVersion, missing }) =>
      `the kind ${kind} of ${apiVersion} has no webhook${missing.length === 0 ? '' : ` for ${missing.join(', nor for ')}`}`,
    ({ there }) =>
      there.length === 0 ? 'there is nothing to remove' : `it has one for ${there.join(', and one for ')}`,
  ),
  'invalid-spoke': error<{ version: string; reason: string }>(
    ({ version, reason }) => `--spoke: ${version} ${reason}`,
    () => 'name versions of the kind that PROJECT lists, each once, and not the hub',
  ),
  'spoke-missing': error<{ kind: string; version: string; hub: string }>(
    ({ kind, version, hub }) =>
      `PROJECT says that ${kind} is converted from ${version} to ${hub}, and the sources have no ${version}`,
    ({ version }) => `add the version with operator-gen create api, or take ${version} out of spoke in PROJECT`,
  ),
  'hub-not-storage-version': warning<{ kind: string; hub: string; stored: string }>(
    ({ kind, hub, stored }) =>
      `objects of ${kind} are stored in ${stored}, and ${hub} is the hub of their conversions: each of them is converted twice`,
    ({ hub }) => `move @StorageVersion() to ${hub}, or make the stored version the hub`,
  ),
  'version-not-converted': warning<{ kind: string; version: string; hub: string }>(
    ({ kind, version }) =>
      `the conversion of ${kind} does not know ${version}: whoever asks for that version gets an error`,
    ({ kind, version, hub }) =>
      `${shellLine(['operator-gen', 'create', 'webhook', '--version', hub, '--kind', kind, '--conversion', '--spoke', version])}, or do not serve it: @UnservedVersion()`,
  ),
  'external-conversion': error<{ kind: string }>(
    ({ kind }) => `${kind} is not a kind of this project: its versions are converted by whoever serves its CRD`,
    () => 'leave --conversion out',
  ),
  'webhook-without-types': error<{ kind: string }>(
    ({ kind }) => `this project does not have the types of ${kind}, and a webhook reads its objects by them`,
    () => 'make them with create api and --no-controller; for a kind of others give --external-api-package',
  ),
  'core-kind-webhook': warning<{ kind: string }>(
    ({ kind }) => `while the operator does not run, no ${kind} can be written: its own Pods may need one`,
    () => 'leave the namespace of the operator out with namespaceSelector in @Webhook',
  ),
};
