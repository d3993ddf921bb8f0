import { objectsOf } from '../../base/text/yaml-objects.js';
import { listAt, textAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import { coreless } from '../../base/model/rbac.js';
import type { JsonValue } from '../../base/model/schema.js';
import type { WebhookConfiguration, WebhookRule } from '../../base/model/webhook.js';
import { sortKeys, toYaml } from '../../base/text/yaml.js';

/**
 * Returns the webhook configurations for the markers as one text: mutating, then validating. Undefined if there are no
 * webhooks. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 * @param present the text of the replaced file, whose order is kept
 */
export function emitWebhooks(
  webhooks: readonly WebhookRule[],
  configurations: readonly WebhookConfiguration[],
  present?: string,
): string | undefined {
  const objects = configurationsOf(webhooks, configurations).map(({ mutating, name }) => {
    return configurationOf(mutating, name, webhooksOf(webhooks, mutating, present));
  });
  return objects.length === 0 ? undefined : toYaml(...objects.map(sortKeys));
}

/**
 * Returns the webhooks of a configuration, in the order in which they are emitted: those of the existing file in its
 * order, because JSON patches select webhooks by their indexes, then the new ones by name. If as many webhooks were
 * added as removed, they count as renamed, and keep the places.
 */
export function webhooksOf(
  webhooks: readonly WebhookRule[],
  mutating: boolean,
  present: string | undefined,
): readonly WebhookRule[] {
  const sorted = webhooks
    .filter((each) => each.mutating === mutating)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const names = sorted.map(({ name }) => name);
  const order = withNewNames(webhookNames(present).get(kindFor(mutating)) ?? [], names);
  const indexes = new Map(order.map((name, index) => [name, index]));
  const indexOf = ({ name }: WebhookRule): number => indexes.get(name) ?? order.length;
  return sorted.toSorted((one, other) => indexOf(one) - indexOf(other));
}

/**
 * Returns names in their order, with the removed names replaced with the new ones if there are as many. Both are paired
 * in alphabetical order, so that reverting a rename restores the order.
 */
function withNewNames(present: readonly string[], wanted: readonly string[]): readonly string[] {
  const gone = present.filter((name) => !wanted.includes(name)).toSorted();
  const added = wanted.filter((name) => !present.includes(name));
  if (gone.length !== added.length) return present;
  return present.map((name) => (gone.includes(name) ? added[gone.indexOf(name)]! : name));
}

/** Returns the names of the webhooks in a manifest, in their order, by the kind of their configuration. */
export function webhookNames(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(webhooksIn(text), ([kind, all]) => [kind, all.map((each) => textAt(each, 'name'))]));
}

/** Returns the webhooks in a manifest, in their order, by the kind of their configuration. */
export function webhooksIn(text: string | undefined): ReadonlyMap<string, readonly JsonValue[]> {
  const webhooks = new Map<string, readonly JsonValue[]>();
  for (const each of objectsOf(text)) {
    const before = webhooks.get(kindOf(each)) ?? [];
    webhooks.set(kindOf(each), [...before, ...listAt(each, 'webhooks')]);
  }
  return webhooks;
}

/** Returns the configurations to emit and their names: mutating, then validating. */
export function configurationsOf(
  webhooks: readonly Pick<WebhookRule, 'mutating'>[],
  named: readonly WebhookConfiguration[],
): readonly Pick<WebhookConfiguration, 'mutating' | 'name'>[] {
  return [true, false]
    .filter((mutating) => webhooks.some((each) => each.mutating === mutating))
    .map((mutating) => {
      const name = named.find((each) => each.mutating === mutating)?.name;
      return { mutating, name: name ?? `${mutating ? 'mutating' : 'validating'}-webhook-configuration` };
    });
}

function configurationOf(mutating: boolean, name: string, webhooks: readonly WebhookRule[]): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: kindFor(mutating),
    metadata: { name },
    webhooks: webhooks.map(webhookOf),
  };
}

function kindFor(mutating: boolean): string {
  return mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
}

function webhookOf(webhook: WebhookRule): object {
  const { groups, versions, resources, verbs, url, path, position: _, origins: __, mutating: ___, ...rest } = webhook;
  const { serviceName = 'webhook-service', serviceNamespace = 'system', servicePort, ...plain } = rest;
  const service = { name: serviceName, namespace: serviceNamespace, path, port: servicePort };
  return {
    ...plain,
    clientConfig: url === undefined ? { service } : { url },
    rules: [
      {
        apiGroups: groups.map(coreless),
        apiVersions: versions,
        operations: verbs.map((verb) => verb.toUpperCase()),
        resources,
      },
    ],
  };
}
