import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { messageOf } from '../errors/causes.js';
import { ConfigError } from '../errors/config-error.js';
import { createLogger } from '../log/create-logger.js';
import type { Logger } from '../log/logger.js';
import { noMetrics, type Metrics } from '../metrics/metrics.js';
import type { CertificateSource } from '../serving/certificate-source.js';
import type { Certificate } from '../serving/certificate.js';
import type { HealthCheck } from '../serving/health-checks.js';
import { listen, type Listening } from '../serving/listen.js';
import { whenAborted } from '../timing/wait.js';
import { converterRegistry, type ConverterRegistry } from './conversion-handler.js';
import type { ConvertedKind, Converter } from './converter.js';
import { certificateFiles } from './certificate-files.js';
import { connectsTo } from './connects-to.js';
import { defaultCertDir, defaultPort, type WebhookServerOptions } from './options.js';
import { readBody } from './read-body.js';
import { createRouter, type Router } from './router.js';

/**
 * Serves webhooks to the API server, over HTTPS only. It picks up a renewed certificate without a restart. It is a
 * `Runnable`. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook#Server
 */
export interface WebhookServer extends Router {
  /** Set because every replica serves, not only the leader. */
  readonly withoutLeading: true;
  /**
   * Serves conversions of a kind on `/convert`.
   * @throws Error if the kind already has a converter
   */
  registerConverter(converter: Converter): void;
  /** Kinds that have a converter. */
  readonly converted: readonly ConvertedKind[];
  /** Returns a check for `addReadyzCheck` that passes when the server accepts connections. */
  startedChecker(): HealthCheck;
  /** Port of the server, once `start` has been called. */
  readonly port: number | undefined;
  /**
   * Serves until `signal` is aborted and pending requests have been answered.
   * @throws ConfigError if there is no certificate, or the address is in use
   */
  start(signal: AbortSignal): Promise<void>;
}

/** Dependencies of the server; the manager provides its own. */
export interface WebhookServerParts {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** Source of the certificate; defaults to the files in `certDir`. */
  readonly certificates?: CertificateSource | undefined;
}

/**
 * Milliseconds that a connection can be idle: longer than the API server keeps one, so that it is never closed in use.
 */
const keepAliveTimeout = 120_000;
const handshakeTimeout = 10_000;

/**
 * Creates a server; the manager has its own, `manager.webhookServer`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook#NewServer
 */
export function createWebhookServer(
  options: WebhookServerOptions = {},
  { log: parentLog = createLogger(), metrics = noMetrics, certificates: given }: WebhookServerParts = {},
): WebhookServer {
  const log = parentLog.with({ logger: 'webhook' });
  const { port = defaultPort, certDir = defaultCertDir(), requestTimeout = 30_000, shutdownTimeout = 30_000 } = options;
  const settings = { ...options, port, certDir, requestTimeout, shutdownTimeout };
  const certificates = given ?? certificateFiles(certDir, options, { log, metrics });
  const router = createRouter(log, metrics);
  let converters: ConverterRegistry | undefined;
  const converted: Converter[] = [];
  let listening: Listening | undefined;

  return {
    ...router,
    withoutLeading: true,
    converted,
    get paths() {
      return router.paths;
    },
    get port() {
      return listening?.port;
    },
    registerConverter: (converter) => {
      if (converters === undefined) {
        converters = converterRegistry();
        router.register('/convert', converters);
      }
      converters.register(converter);
      converted.push(converter);
    },
    startedChecker: () => async () => {
      if (port < 0) return;
      if (listening === undefined) throw new Error('the webhook server has not been started yet');
      await connectsTo(options.host, listening.port);
    },
    start: async (signal) => {
      if (port < 0) {
        log.info('the webhook server is switched off');
        return;
      }
      const certificate = await certificates.first(signal);
      if (certificate === undefined) return;
      const server = await open(router, certificate, settings, log);
      listening = server;
      log.info('serving webhooks', { host: options.host, port: server.port });
      const stopFollowing = certificates.follow(certificate, server);
      await whenAborted(signal);
      stopFollowing();
      log.info('the webhook server stops', { timeout: shutdownTimeout });
      await server.close();
      listening = undefined;
    },
  };
}

interface Settings extends WebhookServerOptions {
  readonly port: number;
  readonly certDir: string;
  readonly requestTimeout: number;
  readonly shutdownTimeout: number;
}

/** Opens the port, and answers requests from then on. */
function open(router: Router, certificate: Certificate, settings: Settings, log: Logger): Promise<Listening> {
  const { host, port, certDir, requestTimeout, shutdownTimeout } = settings;
  return listen(
    { host, port, flag: 'the option webhook.port' },
    (request, response) => {
      answer(router, request, response, requestTimeout).catch((error: unknown) => {
        log.error('a webhook request was cut off', { error });
        response.destroy();
      });
    },
    certificate,
    {
      server: {
        minVersion: 'TLSv1.2',
        ...settings.tlsOptions,
        ...clientAuthority(certDir, settings.clientCAName),
        keepAliveTimeout,
        handshakeTimeout,
        headersTimeout: requestTimeout,
      },
      drainTimeout: shutdownTimeout,
      handshakeFailed: (error) => logHandshake(log, error),
    },
  );
}

/**
 * @param requestTimeout milliseconds in which the body must arrive
 * @param requestTimeout milliseconds in which the body has to arrive
 */
async function answer(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  requestTimeout: number,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { status, body } = await router.handle({
    method: request.method,
    path: request.url ?? '/',
    contentType: request.headers['content-type'] ?? '',
    body: (maxSize, signal) => readBody(request, maxSize, requestTimeout, signal),
    signal: gone.signal,
  });
  // The rest of an unread body would be interpreted as the next request.
  if (!request.complete) response.shouldKeepAlive = false;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(status === 405 && { allow: 'POST' }),
  });
  response.end(body);
}

/** @throws ConfigError if the file cannot be read */
function clientAuthority(certDir: string, name: string | undefined): object {
  if (name === undefined) return {};
  try {
    return { ca: readFileSync(join(certDir, name), 'utf8'), requestCert: true, rejectUnauthorized: true };
  } catch (cause) {
    const why = `the authority of the clients cannot be read: ${messageOf(cause)}`;
    throw new ConfigError(`${why}; name a file in certDir with the option clientCAName`, { cause });
  }
}

/** Warns about clients that do not trust the certificate, but not about those that disconnect, such as probes. */
function logHandshake(log: Logger, error: Error): void {
  const refused = (error as NodeJS.ErrnoException).code?.startsWith('ERR_SSL_') === true;
  log[refused ? 'warn' : 'debug']('a TLS handshake failed', { error: error.message });
}
