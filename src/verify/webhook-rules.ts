import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Model } from '../model/model.js';
import type { WebhookRule } from '../model/webhook.js';

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
  const { name, path, url, timeoutSeconds = 10, admissionReviewVersions, reinvocationPolicy, mutating } = webhook;
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/.test(name)) {
    yield 'its name has to be a domain name of three parts at least';
  }
  if ((path === undefined) === (url === undefined)) yield 'it has either a path or a url, and not both';
  if (path !== undefined && !path.startsWith('/')) yield 'its path has to begin with a slash';
  if (url !== undefined && !url.startsWith('https://')) yield 'its url has to begin with https://';
  if (timeoutSeconds < 1 || timeoutSeconds > 30) yield 'its timeout is not from 1 to 30 seconds';
  if (!admissionReviewVersions.some((each) => each === 'v1' || each === 'v1beta1')) {
    yield 'admissionReviewVersions has to name v1';
  }
  if (reinvocationPolicy !== undefined && !mutating) yield 'only a mutating webhook is asked again';
  for (const key of ['groups', 'versions', 'resources', 'verbs'] as const) {
    if (webhook[key].length === 0) yield `${key} is empty`;
    else if (webhook[key].includes('*') && webhook[key].length > 1 && key !== 'resources') {
      yield `${key} has * beside others`;
    }
  }
  const conditions = (webhook.matchConditions ?? []).map((each) => each.name);
  const twice = conditions.find((each, index) => conditions.indexOf(each) !== index);
  if (twice !== undefined) yield `two of its conditions are called ${twice}`;
}
