import { randomUUID } from 'node:crypto';
import { apply, remove, type Ask } from './http.js';
import { collectManifests } from './manifests.js';
import { waitFor } from './wait.js';
import type { WebhookTarget } from './webhook-target.js';

const group = '/apis/admissionregistration.k8s.io/v1';
const collections = {
  MutatingWebhookConfiguration: `${group}/mutatingwebhookconfigurations`,
  ValidatingWebhookConfiguration: `${group}/validatingwebhookconfigurations`,
} as const;

type Kind = keyof typeof collections;
const kinds = Object.keys(collections) as Kind[];

/** Label that distinguishes the configurations of tests from those of an operator in the cluster. */
const label = 'operator-gen.dev/test-environment';

/** The fields of a webhook configuration that are read; all others are sent unchanged. */
export interface WebhookConfiguration {
  readonly apiVersion?: string;
  readonly kind: Kind;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly webhooks?: readonly {
    readonly clientConfig: { readonly url?: string; readonly service?: { readonly path?: string } };
    readonly rules?: readonly WebhookRule[];
    readonly namespaceSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  }[];
}

/** The requests that are sent to a webhook. */
export interface WebhookRule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** A file or folder with webhook configurations, or one as a value. */
export type WebhookSource = string | object;

/** The webhook configurations in files, folders or values. @throws Error when a path holds none, or a file is malformed */
export async function readWebhooks(given: readonly WebhookSource[]): Promise<readonly WebhookConfiguration[]> {
  return (await collectManifests<WebhookConfiguration>(given, kinds)).map(({ object }) => object);
}

/**
 * Applies every MutatingWebhookConfiguration and ValidatingWebhookConfiguration in `given`, with the target's URL in
 * place of the Service of each webhook, and waits until the API server uses them.
 *
 * @returns a function that deletes them
 * @throws Error if a path contains none, if the cluster has a configuration with the same name that no test has
 * created, or with the API server's message if it rejects one
 */
export async function installWebhooks(
  ask: Ask,
  given: readonly WebhookSource[],
  target: WebhookTarget,
  timeoutMs: number,
): Promise<() => Promise<void>> {
  const applied: string[] = [];
  const removeAll = async (): Promise<void> => {
    await Promise.all(applied.map((path) => remove(ask, path)));
  };
  try {
    for (const { source, object } of await collectManifests<WebhookConfiguration>(given, kinds)) {
      const path = `${collections[object.kind]}/${object.metadata.name}`;
      await refuseForeign(ask, path, source);
      applied.push(path);
      await apply(ask, path, atTarget(object, target));
    }
    await Promise.all(kinds.map((kind) => waitUntilSeen(ask, kind, timeoutMs)));
    return removeAll;
  } catch (error) {
    await removeAll();
    throw error;
  }
}

/** Rejects configurations of an operator in an existing cluster, whose webhooks must not be redirected to a test. */
async function refuseForeign(ask: Ask, path: string, source: string): Promise<void> {
  const { status, text } = await ask({ method: 'GET', path });
  if (status !== 200) return;
  const { metadata } = JSON.parse(text) as WebhookConfiguration;
  if (metadata.labels?.[label] !== undefined) return;
  throw new Error(
    `${source}: the cluster has ${path.split('/').at(-2)} ${metadata.name} already, of an operator that runs there: delete it, ` +
      'or test against another cluster',
  );
}

function atTarget(configuration: WebhookConfiguration, target: WebhookTarget): WebhookConfiguration {
  const { metadata, webhooks = [] } = configuration;
  return {
    ...configuration,
    metadata: { ...metadata, labels: { ...metadata.labels, [label]: 'true' } },
    webhooks: webhooks.map((webhook) => {
      const { service, url } = webhook.clientConfig;
      // Calls an external server.
      if (service === undefined && url !== undefined) return webhook;
      return { ...webhook, clientConfig: target.clientConfig(service?.path ?? '/') };
    }),
  };
}

/**
 * Waits until the API server uses previously written configurations of a kind; until then, requests would bypass them.
 * It checks this with a webhook that cannot be reached, for a request that is unlikely to match anything else and
 * writes nothing.
 */
async function waitUntilSeen(ask: Ask, kind: Kind, timeoutMs: number): Promise<void> {
  const name = `probe-${randomUUID()}`;
  const labels = { [label]: name };
  const review = { group: 'authentication.k8s.io', version: 'v1', resource: 'selfsubjectreviews' };
  const probe = {
    name: 'probe.operator-gen.dev',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [
      {
        apiGroups: [review.group],
        apiVersions: [review.version],
        operations: ['CREATE'],
        resources: [review.resource],
      },
    ],
    objectSelector: { matchLabels: labels },
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  const path = `${collections[kind]}/${name}`;
  await apply(ask, path, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name, labels: { [label]: 'true' } },
    webhooks: [probe],
  });
  const question = {
    method: 'POST',
    path: `/apis/${review.group}/${review.version}/${review.resource}`,
    body: { metadata: { labels } },
  } as const;
  try {
    await waitFor(`the API server goes by each ${kind}`, timeoutMs, async () => {
      const { text } = await ask(question);
      return text.includes('failed calling webhook') ? true : undefined;
    });
  } finally {
    await remove(ask, path);
  }
}
