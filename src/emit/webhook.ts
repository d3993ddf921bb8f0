import type { WebhookConfiguration, WebhookRule } from '../model/webhook.js';
import { sortKeys, toYaml } from './yaml.js';

/**
 * The webhook configurations that the markers ask for, as one text: mutating, then validating. Undefined where there is no
 * webhook. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export function emitWebhooks(
  webhooks: readonly WebhookRule[],
  configurations: readonly WebhookConfiguration[],
): string | undefined {
  const objects = [true, false].flatMap((mutating) => {
    const own = webhooks.filter((each) => each.mutating === mutating);
    const named = configurations.find((each) => each.mutating === mutating)?.name;
    return own.length === 0 ? [] : [configurationOf(mutating, named, own)];
  });
  return objects.length === 0 ? undefined : toYaml(...objects.map(sortKeys));
}

function configurationOf(mutating: boolean, name: string | undefined, webhooks: readonly WebhookRule[]): object {
  const sort = mutating ? 'mutating' : 'validating';
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    metadata: { name: name ?? `${sort}-webhook-configuration` },
    webhooks: webhooks.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(webhookOf),
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
        apiGroups: groups.map((group) => (group === 'core' ? '' : group)),
        apiVersions: versions,
        operations: verbs.map((verb) => verb.toUpperCase()),
        resources,
      },
    ],
  };
}
