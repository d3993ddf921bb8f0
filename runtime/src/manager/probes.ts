import type { Logger } from '../log/logger.js';
import { listen, parseAddress, type Listening } from '../serving/listen.js';

/** A check of the process's health: throws, or rejects, when something is wrong. */
export type HealthCheck = () => void | Promise<void>;

/** Named checks, and whether all of them pass. */
export class Checks {
  readonly #checks = new Map<string, HealthCheck>();

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`there is a health check ${name} already`);
    this.#checks.set(name, check);
  }

  /** One line for each check, `[+]name ok` or `[-]name failed: why`, and whether all passed. */
  async run(): Promise<{ readonly ok: boolean; readonly text: string }> {
    const lines = await Promise.all(
      [...this.#checks].map(async ([name, check]) => {
        try {
          await check();
          return { ok: true, line: `[+]${name} ok` };
        } catch (error) {
          return { ok: false, line: `[-]${name} failed: ${error instanceof Error ? error.message : String(error)}` };
        }
      }),
    );
    const ok = lines.every((each) => each.ok);
    return { ok, text: `${lines.map(({ line }) => line).join('\n')}\n` };
  }
}

/** Serves `/healthz` and `/readyz`: 200 when every check passes, 500 with the reasons when not. */
export async function startProbes(
  bindAddress: string,
  checks: { readonly healthz: Checks; readonly readyz: Checks },
  log: Logger,
): Promise<Listening | undefined> {
  const address = parseAddress(bindAddress);
  if (address === undefined) return undefined;
  const server = await listen(address, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const asked = path === '/healthz' ? checks.healthz : path === '/readyz' ? checks.readyz : undefined;
    if (asked === undefined) {
      response.writeHead(404).end();
      return;
    }
    void asked
      .run()
      .then(({ ok, text }) => response.writeHead(ok ? 200 : 500, { 'content-type': 'text/plain' }).end(text));
  });
  log.info('serving health probes', { port: server.port });
  return server;
}
