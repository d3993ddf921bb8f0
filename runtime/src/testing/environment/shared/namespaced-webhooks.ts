import { askForJson, type Ask } from '../http.js';
import type { WebhookConfiguration, WebhookRule } from '../webhooks.js';

/** The fields of an API resource list that are read. */
interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly namespaced: boolean }[];
}

/** Returns the configuration with a unique name, limited to the objects of a namespace. */
export function inNamespace(configuration: WebhookConfiguration, namespace: string): WebhookConfiguration {
  const { metadata, webhooks = [] } = configuration;
  return {
    ...configuration,
    metadata: { ...metadata, name: `${metadata.name}-${namespace}` },
    webhooks: webhooks.map((webhook) => {
      const { namespaceSelector } = webhook;
      const matchLabels = { ...namespaceSelector?.matchLabels, 'kubernetes.io/metadata.name': namespace };
      return { ...webhook, namespaceSelector: { ...namespaceSelector, matchLabels } };
    }),
  };
}

/** Reports whether a webhook receives requests for cluster-scoped objects, regardless of its namespace selector. */
export async function coverClusterScoped(ask: Ask, configurations: readonly WebhookConfiguration[]): Promise<boolean> {
  const rules = configurations.flatMap(({ webhooks = [] }) => webhooks.flatMap((webhook) => webhook.rules ?? []));
  const answers = await Promise.all(rules.map((rule) => coversClusterScoped(ask, rule)));
  return answers.includes(true);
}

async function coversClusterScoped(ask: Ask, rule: WebhookRule): Promise<boolean> {
  if (rule.scope === 'Namespaced') return false;
  const { apiGroups = [], apiVersions = [] } = rule;
  const resources = (rule.resources ?? []).map((resource) => resource.split('/')[0]);
  if ([...apiGroups, ...resources].includes('*')) return true;
  const versions = await Promise.all(apiGroups.map((group) => versionsOf(ask, group, apiVersions)));
  const lists = await Promise.all(versions.flat().map((path) => resourcesOf(ask, path)));
  return lists.flat().some(({ name, namespaced }) => !namespaced && resources.includes(name));
}

/** Returns the paths of the versions of a group. */
async function versionsOf(ask: Ask, group: string, versions: readonly string[]): Promise<readonly string[]> {
  if (group === '') return ['/api/v1'];
  if (!versions.includes('*')) return versions.map((version) => `/apis/${group}/${version}`);
  const { status, text } = await ask({ method: 'GET', path: `/apis/${group}` });
  if (status === 404) return [];
  const served = (JSON.parse(text) as { readonly versions?: readonly { readonly groupVersion: string }[] }).versions;
  return (served ?? []).map(({ groupVersion }) => `/apis/${groupVersion}`);
}

async function resourcesOf(ask: Ask, path: string): Promise<NonNullable<ResourceList['resources']>> {
  const { status } = await ask({ method: 'GET', path });
  // A webhook for a resource that is not served never receives requests.
  if (status === 404) return [];
  return (await askForJson<ResourceList>(ask, { method: 'GET', path })).resources ?? [];
}
