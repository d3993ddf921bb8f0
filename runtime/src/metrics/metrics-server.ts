import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../transport/api-error.js';
import { isForbidden } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { ConfigError } from '../errors/config-error.js';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import { listen, type Address, type Listening } from '../serving/listen.js';
import { readCertificate, type Certificate, type CertificateFiles } from '../serving/certificate.js';
import { followCertificate } from '../serving/follow-certificate.js';
import { makeServingCertificate } from '../serving/make-certificate.js';
import { backgroundClock } from '../timing/clock.js';
import type { Metrics } from './metrics.js';
import { scraperAccess } from './scraper-access.js';
import { sharedReport } from './shared-report.js';

/** Handles an authorized request. */
export type MetricsHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Options of the metrics server. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/metrics/server#Options */
export interface MetricsServerOptions {
  /** Address such as `:8443`; `0` disables the metrics. */
  readonly bindAddress?: string | undefined;
  /** Whether to use HTTPS, and to ask the API server to authorize each client; defaults to true. */
  readonly secure?: boolean | undefined;
  /** Directory of the certificate; if unset, one is created at the start. */
  readonly certPath?: string | undefined;
  /** File name of the certificate; defaults to `tls.crt`. */
  readonly certName?: string | undefined;
  /** File name of the key; defaults to `tls.key`. */
  readonly keyName?: string | undefined;
  /** Additional handlers by path, for clients that may `get` that path. */
  readonly extraHandlers?: Readonly<Record<string, MetricsHandler>> | undefined;
}

/** @throws ConfigError that names the directory and the flag */
function certificateIn(folder: string, files: CertificateFiles): Certificate {
  try {
    return readCertificate(folder, files);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConfigError(`no certificate for the metrics: ${why}; choose another folder with --metrics-cert-path`, {
      cause,
    });
  }
}

/** Serves the metrics on `/metrics`, with the filter of `WithAuthenticationAndAuthorization`. */
export async function startMetricsServer(
  address: Address,
  { secure = true, certPath, certName, keyName, extraHandlers = {} }: MetricsServerOptions,
  metrics: Metrics,
  reviewer: Client,
  log: Logger,
): Promise<Listening> {
  const access = scraperAccess(reviewer);
  const files = { certName, keyName };
  const certificate = !secure
    ? undefined
    : certPath === undefined
      ? makeServingCertificate(localhost)
      : certificateIn(certPath, files);
  const report = sharedReport(metrics, backgroundClock);
  const handlers: Readonly<Record<string, MetricsHandler>> = {
    ...extraHandlers,
    '/metrics': async (_, response) => {
      const { contentType, text } = await report();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined;
    // Unknown paths are answered without a request to the API server.
    const allowed = async () => (secure ? access(request.headers.authorization, path) : 200);
    const verdict = handler === undefined ? 404 : await allowed();
    if (verdict === 200) await handler!(request, response);
    else response.writeHead(verdict).end();
  };
  const problems = new Problems(log);
  const server = await listen(
    address,
    (request, response) => {
      answer(request, response).then(
        () => problems.isGone('report', 'the metrics can be served again'),
        (error: unknown) => {
          problems.is('report', 'the metrics could not be served', { error: explained(error) });
          if (!response.headersSent) response.writeHead(500);
          response.end();
        },
      );
    },
    certificate,
  );
  log.info('serving metrics', { port: server.port, secure });
  if (certificate === undefined || certPath === undefined) return server;
  const stop = followCertificate({ folder: certPath, files, known: certificate, server, log, metrics });
  return {
    ...server,
    close: () => {
      stop();
      return server.close();
    },
  };
}

// As in controller-runtime without a certificate: it encrypts, but does not authenticate the server.
const localhost = { commonName: 'localhost', hosts: ['localhost', '127.0.0.1'] };

/** Replaces the hint about a single permission, because the scaffolded role contains all of them. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isForbidden(error)) return error;
  return error.withHint(
    'bind the ClusterRole of config/rbac/metrics_auth_role.yaml to the service account of this process',
  );
}
