import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ranges from which systems take ports for outgoing connections (32768 and up): while an API server is stopped
// in a test, its port must not become the source port of a client that tries to reach it.
const firstPort = 10_000;
const lastPort = 30_000;
const attempts = 50;

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port on 127.0.0.1 in ${attempts} attempts between ${firstPort} and ${lastPort}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
