import type { Client } from '../client/client.js';
import type { Logger } from '../log/logger.js';
import { listen, parseAddress, type Listening } from '../serving/listen.js';
import { readCertificate, selfSignedCertificate, watchCertificate } from '../serving/certificate.js';
import type { Metrics } from './metrics.js';
import { scraperAccess } from './scraper-access.js';

export interface MetricsServerOptions {
  /** `:8443`; `0` switches the metrics off. */
  readonly bindAddress?: string | undefined;
  /** HTTPS, and only for whom the API server lets in; on unless said otherwise. */
  readonly secure?: boolean | undefined;
  /** Folder with `tls.crt` and `tls.key`; a certificate is made at the start where there is none. */
  readonly certPath?: string | undefined;
}

/** Serves the metrics on `/metrics`. Undefined where they are switched off. */
export async function startMetricsServer(
  { bindAddress = '0', secure = true, certPath }: MetricsServerOptions,
  metrics: Metrics,
  client: Client,
  log: Logger,
): Promise<Listening | undefined> {
  const address = parseAddress(bindAddress);
  if (address === undefined) return undefined;
  const access = scraperAccess(client);
  const certificate = !secure
    ? undefined
    : certPath === undefined
      ? await selfSignedCertificate()
      : readCertificate(certPath);
  const server = await listen(
    address,
    (request, response) => {
      const answer = async (): Promise<void> => {
        const path = (request.url ?? '').split('?', 1)[0]!;
        const verdict = path !== '/metrics' ? 404 : secure ? await access(request.headers.authorization, path) : 200;
        if (verdict !== 200) {
          response.writeHead(verdict).end();
          return;
        }
        const { contentType, text } = await metrics.report();
        response.writeHead(200, { 'content-type': contentType }).end(text);
      };
      answer().catch((error: unknown) => {
        log.error('the metrics could not be served', { error });
        response.writeHead(500).end();
      });
    },
    certificate,
  );
  log.info('serving metrics', { port: server.port, secure });
  if (!secure || certPath === undefined) return server;
  const stop = watchCertificate(certPath, (renewed) => server.setCertificate(renewed));
  return {
    ...server,
    close: () => {
      stop();
      return server.close();
    },
  };
}
