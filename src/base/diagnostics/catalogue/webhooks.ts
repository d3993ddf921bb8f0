import { error, note, warning } from './entry.js';

type WebhookSort = 'defaulting' | 'validation';

/** Problems of webhooks and of the versions of kinds, as requested or as listed in PROJECT. */
export const webhookDiagnostics = {
  'webhook-type-required': error<Record<never, never>>(
    () => 'no type of webhook was selected',
    () => 'pass --defaulting, --programmatic-validation or --conversion',
  ),
  'invalid-webhook-path': error<{ flag: string; path: string }>(
    ({ flag, path }) => `${flag}: ${JSON.stringify(path)} is not a valid webhook path`,
    () => 'start it with a slash, and use lower-case letters, digits, - and . between slashes',
  ),
  'webhook-path-taken': error<{ path: string }>(
    ({ path }) => `the path ${path} is already used by another webhook`,
    () => 'choose another path with --defaulting-path or --validation-path',
  ),
  'webhook-conflict': error<{ kind: string; difference: string; flag: string; commands: string }>(
    ({ kind, difference }) => `the webhooks of ${kind} already exist, and ${difference}`,
    ({ flag, commands }) => `omit ${flag}, or delete the webhook first: ${commands}`,
  ),
  'webhook-unmarked': error<{ kind: string; sort: WebhookSort; resource: string }>(
    ({ kind, sort, resource }) =>
      `PROJECT lists a ${sort} webhook of ${kind}, but no @Webhook with mutating: ${sort === 'defaulting'} has the resource ${resource}`,
    ({ kind, sort }) => `add the class with its @Webhook, or remove ${sort} from the webhooks of ${kind} in PROJECT`,
  ),
  'webhook-unlisted': warning<{ kind: string; sort: WebhookSort; path: string }>(
    ({ kind, sort, path }) =>
      `the API server will call ${path}, but PROJECT does not list a ${sort} webhook of ${kind}: src/register.ts does not register it`,
    ({ kind, sort }) =>
      `register it yourself, remove the class, or set ${sort}: true in the webhooks of ${kind} in PROJECT`,
  ),
  'webhook-unserved': warning<{ path: string; verb: 'mutate' | 'validate'; isRequired: boolean }>(
    ({ path, isRequired }) =>
      `the API server will call ${path}, but nothing in the code that the operator runs serves this path${isRequired ? ': it will reject all requests for the resources' : ''}`,
    ({ verb }) =>
      `register the class with ${verb === 'mutate' ? 'withDefaulter' : 'withValidator'} of webhookManagedBy, or remove its @Webhook and run npx operator-gen manifests`,
  ),
  'controller-unused': warning<{ name: string; isListed?: boolean }>(
    ({ name }) => `nothing in the code that the operator runs calls ${name}: the controller never runs`,
    ({ name, isListed = true }) =>
      isListed
        ? `pass register of src/register.ts to runOperator, or add ${name} to the controllers that your code passes`
        : `src/register.ts lists the controllers of PROJECT: add it to those in src/main.ts, register: { ...register, controllers: [...register.controllers, ${name}] }`,
  ),
  'webhook-undeployed': warning<{ path: string }>(
    ({ path }) => `this registers a webhook at ${path}, which no @Webhook has: the API server never calls it`,
    () => 'remove this call, or add @Webhook to its class with npx operator-gen create webhook',
  ),
  'webhook-registered-twice': error<{ path: string; other: string }>(
    ({ path, other }) => `a webhook at ${path} is registered here and in ${other}, so the operator ends when it starts`,
    () => 'remove one of the calls',
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
      there.length === 0 ? 'there is nothing to delete' : `it has one for ${there.join(', and one for ')}`,
  ),
  'invalid-spoke': error<{ version: string; reason: string }>(
    ({ version, reason }) => `--spoke: ${version} ${reason}`,
    () => 'list versions of the kind that are in PROJECT, each once, without the hub',
  ),
  'spoke-missing': error<{ kind: string; version: string; hub: string }>(
    ({ kind, version, hub }) =>
      `PROJECT lists a conversion of ${kind} from ${version} to ${hub}, but the sources have no ${version}`,
    ({ version }) => `add the version with npx operator-gen create api, or remove ${version} from spoke in PROJECT`,
  ),
  'storage-version-moved': note<{ kind: string; from: string; to: string }>(
    ({ kind, from, to }) => `objects of ${kind} are stored as ${to} from now on, and no longer as ${from}`,
    ({ from }) =>
      `call migrateStorage before you remove ${from}; to store ${from} again, move @StorageVersion() back to it`,
  ),
  'stored-version-deleted': warning<{ kind: string; from: string; to: string }>(
    ({ kind, from, to }) =>
      `objects of ${kind} were stored as ${from}, which was deleted: clusters where ${from} is deployed reject the definition until all are stored as ${to}`,
    ({ from }) =>
      `no action is required if ${from} was never deployed; otherwise, undo this change, move @StorageVersion() and migrate the objects first`,
  ),
  'hub-not-storage-version': warning<{ kind: string; hub: string; stored: string; commands: string }>(
    ({ kind, hub, stored }) =>
      `${kind} is stored in ${stored}, but its conversions have the hub ${hub}: every object is converted twice`,
    ({ hub, stored, commands }) =>
      `move @StorageVersion() to ${hub}, or make ${stored} the hub: ${commands}; where the code already converts through ${stored}, move conversion and spoke to its webhooks in PROJECT instead`,
  ),
  'edited-version': error<{ kind: string; types: string; version: string; named: string }>(
    ({ kind, types, version }) =>
      `${types} would stay, because it has edits or other code uses it, and ${version} of ${kind} would be served without its conversion`,
    ({ named }) =>
      `delete the conversion first: npx operator-gen delete webhook ${named} --conversion; or pass --force, which also deletes edited files`,
  ),
  'other-hub': warning<{ kind: string; found: string; hub: string }>(
    ({ kind, found, hub }) => `this converts ${kind} through ${found}, but its hub in PROJECT is ${hub}`,
    ({ found, hub }) =>
      `convert through ${hub}, with the class of ${hub} as the hub and the converters of the other versions; or move conversion and spoke to the webhooks of ${found} in PROJECT`,
  ),
  'version-not-converted': warning<{ kind: string; version: string; command: string }>(
    ({ kind, version }) => `the conversion of ${kind} does not support ${version}: requests for that version fail`,
    ({ command }) => `${command}, or stop serving it: @UnservedVersion()`,
  ),
  'external-conversion': error<{ kind: string }>(
    ({ kind }) => `${kind} is an external kind: its versions are converted by the operator that owns its CRD`,
    () => 'omit --conversion',
  ),
  'unconverted-webhook': warning<{ name: string; kind: string; version: string; others: string }>(
    ({ name, kind, version, others }) =>
      `the webhook ${name} gets objects of ${kind} in ${others} as they are, but its code is that of ${version}`,
    ({ version }) => `write: versions: ['${version}']; the API server converts objects of other versions for it`,
  ),
  'unconverted-test': warning<{ kind: string; path: string }>(
    ({ kind, path }) =>
      `${path} does not serve the conversion of ${kind}: the API server of its tests cannot convert objects`,
    () =>
      'pass environment.webhookServerOptions to createManager({ webhook }), call registerWebhooks(manager) and start the manager',
  ),
  'webhook-without-types': error<{ kind: string }>(
    ({ kind }) => `a webhook requires the types of ${kind}, which the project does not have`,
    () => 'create the types with create api --no-controller; for an external kind, pass --external-api-package',
  ),
  'built-in-kind-webhook': warning<
    { kind: string } | { webhook: string; requests: readonly string[]; namespaces: readonly string[] }
  >(
    (parameters) =>
      'requests' in parameters
        ? `while the operator is down, the webhook ${parameters.webhook} blocks requests without which it cannot start: ${parameters.requests.join('; ')}`
        : `while the operator is down, no ${parameters.kind} can be created or changed, even if the operator or its certificate needs one`,
    (parameters) =>
      'requests' in parameters && parameters.namespaces.length > 0
        ? `exclude ${parameters.namespaces.join(' and ')} with namespaceSelector in @Webhook: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: [${parameters.namespaces.map((each) => `'${each}'`).join(', ')}] }] }`
        : 'exclude the namespace of the operator with namespaceSelector in @Webhook',
  ),
};
