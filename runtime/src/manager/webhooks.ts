import type { HealthChecks } from '../serving/health-checks.js';
import { createWebhookServer, type WebhookServer } from '../webhook/server.js';
import { webhookHost } from './hosts.js';
import type { ManagerWebhookOptions } from './options.js';
import type { RunnableGroup } from './runnable-group.js';
import { prepareSelfSigned, repairAtStart, type SelfSignedParts } from './self-signed.js';

export interface WebhookParts extends SelfSignedParts {
  readonly readyz: HealthChecks;
  /** Runs the server. */
  readonly webhooks: RunnableGroup;
  /** Runs the repair of webhooks that another process has left redirected. */
  readonly withoutLeading: RunnableGroup;
}

/**
 * Prepares the webhook server of a manager. The result returns the server, which is created on the first call.
 * @throws ConfigError if an option is invalid
 */
export function prepareWebhooks(options: ManagerWebhookOptions, parts: WebhookParts): () => WebhookServer {
  const { log, metrics, readyz, webhooks, withoutLeading } = parts;
  const selfSigned = prepareSelfSigned(options, parts);
  let server: WebhookServer | undefined;

  const repair = async (signal: AbortSignal): Promise<void> => {
    const isKept = selfSigned !== undefined && server !== undefined;
    if (!isKept) await repairAtStart(options, parts, signal);
  };
  withoutLeading.add(repair, () => 'the repair of redirected webhooks');

  const make = (): WebhookServer => {
    const made = createWebhookServer(
      { ...options, host: webhookHost(options) },
      { log, metrics, certificates: selfSigned?.certificates },
    );
    webhooks.add(
      (signal) => (selfSigned === undefined ? made.start(signal) : selfSigned.serve(made, signal)),
      () => 'the webhook server',
    );
    if (selfSigned !== undefined) readyz.add('webhook-certificate', selfSigned.check);
    return made;
  };
  return () => (server ??= make());
}
