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
import type { Metrics } from './metrics.js';
import { scraperAccess } from './scraper-access.js';

/** Answers a request that was let in. */
export type MetricsHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/metrics/server#Options */
export interface MetricsServerOptions {
  /** `:8443`; `0` switches the metrics off. */
  readonly bindAddress?: string | undefined;
  /** HTTPS, and only for whom the API server lets in; on unless said otherwise. */
  readonly secure?: boolean | undefined;
  /** Folder of the certificate; one is made at the start where there is none. */
  readonly certPath?: string | undefined;
  /** `tls.crt` unless said otherwise. */
  readonly certName?: string | undefined;
  /** `tls.key` unless said otherwise. */
  readonly keyName?: string | undefined;
  /** What is served beside `/metrics`, by path, to those who may `get` that path. */
  readonly extraHandlers?: Readonly<Record<string, MetricsHandler>> | undefined;
}

/** @throws ConfigError that names the folder and the flag */
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
  const handlers: Readonly<Record<string, MetricsHandler>> = {
    ...extraHandlers,
    '/metrics': async (_, response) => {
      const { contentType, text } = await metrics.report();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined;
    // What is not there is answered without a question to the API server.
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

// What controller-runtime makes where no certificate is given: it encrypts, and proves nothing.
const localhost = { commonName: 'localhost', hosts: ['localhost', '127.0.0.1'] };

/** In place of the permission for one request: the role that was scaffolded has them all. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isForbidden(error)) return error;
  return error.withHint(
    'bind the ClusterRole of config/rbac/metrics_auth_role.yaml to the service account of this process',
  );
}
