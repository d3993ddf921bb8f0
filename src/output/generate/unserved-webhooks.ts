import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Position } from '../../base/model/position.js';
import { isServed, type ServedWebhooks, type WebhookRule } from '../../base/model/webhook.js';

/**
 * Reports markers of webhooks that the code does not serve, as far as this can be determined without running it.
 * @param reported problems of markers that are already reported
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

/** Reports paths that the operator registers twice at every start. */
export function registeredTwice({ registrations }: ServedWebhooks): readonly Diagnostic[] {
  const certain = registrations.filter(({ isRunning, isCertain }) => isRunning && isCertain);
  const first = new Map<string, Position>();
  return certain.flatMap(({ path, position }) => {
    const known = first.get(path);
    if (known === undefined) first.set(path, position);
    const isSame = known?.file === position.file && known.line === position.line && known.column === position.column;
    if (known === undefined || isSame) return [];
    return [diagnostic('webhook-registered-twice', { path, other: `${known.file}:${known.line}` }, position)];
  });
}

/**
 * Reports classes without markers that an operator registers, at paths that are in no manifest.
 * @param isMentioned reports whether a manifest of the user has a path
 */
export function undeployedWebhooks(
  webhooks: readonly WebhookRule[],
  { registrations }: ServedWebhooks,
  isMentioned: (path: string) => boolean,
): readonly Diagnostic[] {
  return registrations
    .filter(({ isRunning, isUnmarked }) => isRunning && isUnmarked)
    .filter(({ path }) => !webhooks.some((each) => each.path === path) && !isMentioned(path))
    .map(({ path, position }) => diagnostic('webhook-undeployed', { path }, position));
}
