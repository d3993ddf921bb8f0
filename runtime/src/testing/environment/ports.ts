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

/**
 * Does what starts servers on ports of `freePort`, and again with others where one was taken before its server came up, as
 * by another test.
 * @throws what `start` throws for another reason, and at the last attempt
 */
export async function onFreePorts<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === startAttempts || !taken.test(String(error))) throw error;
    }
  }
}

// As Linux and macOS say it, and Windows.
const taken = /address already in use|Only one usage of each socket address/;
const startAttempts = 5;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
