import { coreless } from '../model/rbac.js';
import type { WebhookConfiguration, WebhookRule } from '../model/webhook.js';
import { sortKeys, toYaml } from './yaml.js';

/**
 * Returns the webhook configurations for the markers as one text: mutating, then validating. Undefined if there are no
 * webhooks. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export function emitWebhooks(
  webhooks: readonly WebhookRule[],
  configurations: readonly WebhookConfiguration[],
): string | undefined {
  const objects = configurationsOf(webhooks, configurations).map(({ mutating, name }) => {
    return configurationOf(mutating, name, webhooksOf(webhooks, mutating));
  });
  return objects.length === 0 ? undefined : toYaml(...objects.map(sortKeys));
}

/** Returns the webhooks of a configuration, in the order in which they are emitted. */
export function webhooksOf(webhooks: readonly WebhookRule[], mutating: boolean): readonly WebhookRule[] {
  return webhooks
    .filter((each) => each.mutating === mutating)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
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
    kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: webhooks.map(webhookOf),
  };
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
