import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import type { WebhookRule } from '../model/webhook.js';
import { isQualifiedName } from './labels.js';
import { problemsOfSelector } from './selector-rules.js';

/** What the API server would refuse of webhooks, and what is said twice. */
export function* verifyWebhooks({ webhooks, webhookConfigurations }: Model): Generator<Diagnostic> {
  for (const webhook of webhooks) {
    for (const reason of problemsOf(webhook)) {
      yield diagnostic('webhook-refused', { name: webhook.name, reason }, webhook.position);
    }
    const first = webhooks.find(({ name, mutating }) => name === webhook.name && mutating === webhook.mutating);
    if (first !== webhook) {
      const parameters = { name: webhook.name, reason: 'another one of the same sort has that name' };
      yield diagnostic('webhook-refused', parameters, webhook.position);
    }
  }
  for (const each of webhookConfigurations) {
    const first = webhookConfigurations.find(({ mutating }) => mutating === each.mutating);
    if (first !== each) yield diagnostic('webhook-configuration-repeated', { name: each.name }, each.position);
  }
}

// https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/validating-webhook-configuration-v1/
function* problemsOf(webhook: WebhookRule): Generator<string> {
  const {
    name,
    path,
    url,
    servicePort,
    timeoutSeconds = 10,
    admissionReviewVersions,
    reinvocationPolicy,
    mutating,
  } = webhook;
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/.test(name)) {
    yield 'its name has to be a domain name of three parts at least';
  }
  if ((path === undefined) === (url === undefined)) yield 'it has either a path or a url, and not both';
  if (path !== undefined && !path.startsWith('/')) yield 'its path has to begin with a slash';
  else if (path !== undefined && !isWebhookPath(path)) {
    yield 'the parts of its path are lower-case letters, digits, dashes and dots';
  }
  if (url !== undefined) yield* problemsOfUrl(url);
  if (servicePort !== undefined && (servicePort < 1 || servicePort > 65_535)) yield `${servicePort} is no port`;
  if (timeoutSeconds < 1 || timeoutSeconds > 30) yield 'its timeout is not from 1 to 30 seconds';
  if (!admissionReviewVersions.some((each) => each === 'v1' || each === 'v1beta1')) {
    yield 'admissionReviewVersions has to name v1';
  }
  if (new Set(admissionReviewVersions).size < admissionReviewVersions.length)
    yield 'an admissionReviewVersion is repeated';
  if (reinvocationPolicy !== undefined && !mutating) yield 'only a mutating webhook is asked again';
  for (const key of ['groups', 'versions', 'resources', 'verbs'] as const) {
    if (webhook[key].length === 0) yield `${key} is empty`;
    else if (webhook[key].includes('*') && webhook[key].length > 1 && key !== 'resources') {
      yield `${key} has * beside others`;
    }
  }
  if (webhook.versions.includes('') || webhook.resources.includes('')) yield 'a version or a resource is empty';
  yield* problemsOfResources(webhook.resources);
  for (const key of ['namespaceSelector', 'objectSelector'] as const)
    for (const reason of problemsOfSelector(webhook[key] ?? {})) yield `${key}: ${reason}`;
  yield* problemsOfConditions(webhook);
}

function* problemsOfUrl(url: string): Generator<string> {
  if (!url.startsWith('https://')) yield 'its url has to begin with https://';
  else if (!URL.canParse(url)) yield 'its url cannot be read';
  else {
    const { username, password, search, hash } = new URL(url);
    if (`${username}${password}${search}${hash}` !== '') yield 'its url has a user, a query or a fragment';
  }
}

/** What `*` covers must not stand beside it. */
function* problemsOfResources(resources: readonly string[]): Generator<string> {
  if (resources.includes('*/*') && resources.length > 1) yield 'resources has */* beside others';
  const covered = resources.filter((each) => each !== '*' && !each.includes('/'));
  if (resources.includes('*') && covered.length > 0) yield 'resources has * beside others';
}

function* problemsOfConditions({ matchConditions = [] }: WebhookRule): Generator<string> {
  if (matchConditions.length > 64) yield 'it has more than 64 conditions';
  for (const { name, expression } of matchConditions) {
    if (!isQualifiedName(name)) yield `a condition cannot be called ${JSON.stringify(name)}`;
    if (expression.trim() === '') yield `the condition ${name} has no expression`;
  }
  const conditions = matchConditions.map((each) => each.name);
  const twice = conditions.find((each, index) => conditions.indexOf(each) !== index);
  if (twice !== undefined) yield `two of its conditions are called ${twice}`;
}

/** Whether the API server takes it as the path of a webhook: each part is named as a subdomain is. */
export function isWebhookPath(path: string): boolean {
  return /^(\/[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)+\/?$/.test(path);
}
