import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { webhooksOf } from '../../../output/emit/webhook.js';
import type { WebhookRule } from '../../../base/model/webhook.js';
import { celPositions } from '../cel-position.js';
import type { ServerError } from '../../../base/helper/protocol.js';

/**
 * Returns the errors of the API server about a webhook configuration, at the markers.
 * @param file path of the configuration, and its text
 */
export function webhookRejections(
  webhooks: readonly WebhookRule[],
  { path: file, text }: { readonly path: string; readonly text: string },
  errors: readonly ServerError[],
): readonly Diagnostic[] {
  const emitted = webhooksOf(webhooks, /^kind: Mutating/m.test(text), text);
  return errors.flatMap(({ field = '', message }) => {
    const [, index, key = ''] = /^webhooks\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
    const webhook = index === undefined ? undefined : emitted[Number(index)];
    const position = webhook?.origins?.[key] ?? webhook?.position;
    const found = celPositions(message).map(({ reason }) => reason);
    return (found.length === 0 ? [message] : found).map((reason) =>
      diagnostic('rejected-by-api-server', { field: file, path: field, reason, remedy: undefined }, position),
    );
  });
}
