import { resolveSelfSigned } from '../certificates/options.js';
import { ServedCertificate } from '../certificates/served-certificate.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import { ConfigError } from '../errors/config-error.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { CertificateSource } from '../serving/certificate-source.js';
import type { HealthCheck } from '../serving/health-checks.js';
import type { WebhookServer } from '../webhook/server.js';
import type { ManagerWebhookOptions } from './options.js';

export interface SelfSignedParts {
  readonly config: ClusterConfig;
  readonly fieldManager: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What makes the certificate of a webhook server, and tells the API server of it. */
export interface SelfSignedServing {
  /** For the server. */
  readonly certificates: CertificateSource;
  /** Passes once the API server can ask all webhooks. */
  readonly check: HealthCheck;
  /** Serves until `signal` is aborted, and has put back what it has turned to this process. */
  serve(server: WebhookServer, signal: AbortSignal): Promise<void>;
}

/** Puts back, once, what a process was killed with that had turned webhooks to itself; see `repairRedirections`. */
export async function repairAtStart(
  { service }: ManagerWebhookOptions,
  { config, fieldManager, log }: Omit<SelfSignedParts, 'metrics'>,
  signal: AbortSignal,
): Promise<void> {
  if (service === undefined) return;
  const { repairRedirections } = await import('../certificates/repair.js');
  // Connections of its own, and writes that are not fenced: it is not the business of the leader alone.
  const transport = createTransport(config);
  try {
    const client = createClient(transport, { fieldManager });
    await repairRedirections({ client, service, log: log.with({ logger: 'certificates' }) }, signal);
  } finally {
    transport.close();
  }
}

/**
 * What makes the certificate; undefined where others do. Nothing is loaded before `serve`.
 * @throws ConfigError when an option cannot be
 */
export function prepareSelfSigned(
  { selfSigned, port = 0, certDir, clientCAName }: ManagerWebhookOptions,
  { config, fieldManager, log, metrics }: SelfSignedParts,
): SelfSignedServing | undefined {
  if (selfSigned === undefined || port < 0) return undefined;
  // The authority of clients is in that folder too.
  if (certDir !== undefined && clientCAName === undefined) {
    throw new ConfigError(
      'webhook: the certificate is either read from certDir or made, which selfSigned asks for: leave one out',
    );
  }
  const settings = resolveSelfSigned(selfSigned, config.namespace);
  const served = new ServedCertificate();
  return {
    certificates: served,
    check: () => {
      if (served.problem !== undefined) throw new Error(served.problem);
    },
    serve: async (server, signal) => {
      const { Keeper } = await import('../certificates/keeper.js');
      // Connections of its own, and writes that are not fenced: copies that do not lead serve too, and so does one that stops.
      const transport = createTransport(config);
      transport.observe((request) => metrics.request(request));
      const converted = server.converted.map(({ plural, group }) => `${plural}.${group}`);
      const client = createClient(transport, { fieldManager });
      const keeper = new Keeper({ client, transport, settings, served, converted, log, metrics });
      const stopKeeping = new AbortController();
      const stopServing = new AbortController();
      const stop = (): void => stopKeeping.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const serving = server.start(stopServing.signal).finally(stop);
      try {
        // Until the API server asks elsewhere it is answered.
        await keeper.run(stopKeeping.signal);
      } finally {
        stopServing.abort();
        signal.removeEventListener('abort', stop);
        await serving.finally(() => transport.close());
      }
    },
  };
}
