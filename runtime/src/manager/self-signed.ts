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

/** Creates the certificate of a webhook server and publishes it to the API server. */
export interface SelfSignedServing {
  /** Certificates for the server. */
  readonly certificates: CertificateSource;
  /** Check that passes once the API server can call all webhooks. */
  readonly check: HealthCheck;
  /** Serves until `signal` is aborted, and then restores the webhooks that were redirected to this process. */
  serve(server: WebhookServer, signal: AbortSignal): Promise<void>;
}

/** Restores, once, webhooks that a killed process had redirected to itself; see `repairRedirections`. */
export async function repairAtStart(
  { service }: ManagerWebhookOptions,
  { config, fieldManager, log }: Omit<SelfSignedParts, 'metrics'>,
  signal: AbortSignal,
): Promise<void> {
  if (service === undefined) return;
  const { repairRedirections } = await import('../certificates/repair.js');
  // A separate transport, whose writes are not fenced, because not only the leader repairs.
  const transport = createTransport(config);
  try {
    const client = createClient(transport, { fieldManager });
    await repairRedirections({ client, service, log: log.with({ logger: 'certificates' }) }, signal);
  } finally {
    transport.close();
  }
}

/**
 * Prepares a self-signed certificate; undefined if it is provided externally. Loads nothing before `serve`.
 * @throws ConfigError if an option is invalid
 */
export function prepareSelfSigned(
  { selfSigned, port = 0, certDir, clientCAName }: ManagerWebhookOptions,
  { config, fieldManager, log, metrics }: SelfSignedParts,
): SelfSignedServing | undefined {
  if (selfSigned === undefined || port < 0) return undefined;
  // The CA of the clients is in that directory too.
  if (certDir !== undefined && clientCAName === undefined) {
    throw new ConfigError('webhook: certDir and selfSigned cannot be combined: omit one of them');
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
      // A separate transport, whose writes are not fenced, because replicas that are not the leader, or that are
      // stopping, serve as well.
      const transport = createTransport(config);
      transport.observe((request) => metrics.request(request));
      const converted = server.converted.map(({ plural, group }) => `${plural}.${group}`);
      const admits = server.paths.some((path) => path !== '/convert');
      const client = createClient(transport, { fieldManager });
      const keeper = new Keeper({ client, transport, settings, served, converted, admits, log, metrics });
      const stopKeeping = new AbortController();
      const stopServing = new AbortController();
      const stop = (): void => stopKeeping.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const serving = server.start(stopServing.signal).finally(stop);
      try {
        // Serves until the API server calls another address.
        await keeper.run(stopKeeping.signal);
      } finally {
        stopServing.abort();
        signal.removeEventListener('abort', stop);
        await serving.finally(() => transport.close());
      }
    },
  };
}
