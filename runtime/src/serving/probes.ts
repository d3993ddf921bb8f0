import { Lately } from '../log/lately.js';
import type { Logger } from '../log/logger.js';
import type { HealthChecks } from './health-checks.js';
import { listen, type Address, type Listening } from './listen.js';

/**
 * Serves `/healthz` and `/readyz`, and each check by its name below them: 200 if it passes, 500 if not. The answer for
 * a single check contains the reason, and so does the log, which repeats a lasting failure once a minute. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/healthz
 */
export async function startProbes(
  address: Address,
  checks: { readonly healthz: HealthChecks; readonly readyz: HealthChecks },
  log: Logger,
): Promise<Listening> {
  const lately = new Lately();
  const failed = (endpoint: string) => (name: string, reason: string) => {
    const level = lately.isNew(`${endpoint}/${name}: ${reason}`) ? 'info' : 'debug';
    log[level]('a health check failed', { endpoint, check: name, reason });
  };
  const server = await listen(address, (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    const [, endpoint, name, ...rest] = path.split('/');
    const asked = endpoint === 'healthz' ? checks.healthz : endpoint === 'readyz' ? checks.readyz : undefined;
    if (asked === undefined || rest.length > 0) {
      response.writeHead(404).end();
      return;
    }
    const report = name
      ? asked.runOne(name, request)
      : asked.runAll(endpoint!, new URLSearchParams(query), request, failed(endpoint!));
    void report.then(({ code, text }) => response.writeHead(code, { 'content-type': 'text/plain' }).end(text));
  });
  log.info('serving health probes', { host: address.host, port: server.port });
  return server;
}
