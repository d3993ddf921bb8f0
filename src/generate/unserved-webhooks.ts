import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { isServed, type ServedWebhooks, type WebhookRule } from '../model/webhook.js';

/**
 * Reports markers of webhooks that nothing in the code serves, as far as that is known before it runs.
 * @param reported problems of markers that are reported already
 */
export function unservedWebhooks(
  webhooks: readonly WebhookRule[],
  served: ServedWebhooks,
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const known = new Set(reported.map(({ position }) => JSON.stringify(position)));
  return webhooks.flatMap((webhook) => {
    const { path, position, mutating, failurePolicy } = webhook;
    if (path === undefined || isServed(webhook, served) !== false || known.has(JSON.stringify(position))) return [];
    const verb = mutating ? 'mutate' : 'validate';
    const isRequired = failurePolicy.toLowerCase() !== 'ignore';
    return [diagnostic('webhook-unserved', { path, verb, isRequired }, position)];
  });
}
