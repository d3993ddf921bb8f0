import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ephemeral port ranges of operating systems (32768 and up): while a test has stopped an API server, its port
// must not become the source port of a client that tries to reach it.
const firstPort = 10_000;
const lastPort = 30_000;
const attempts = 50;

/** Returns a free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port on 127.0.0.1 in ${attempts} attempts between ${firstPort} and ${lastPort}`);
}

/**
 * Calls a function that starts servers on ports of `freePort`, and calls it again with other ports if one was taken
 * before its server started, for example by another test.
 * @throws any other error of `start`, and that of the last attempt
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

// Messages of Linux and macOS, and of Windows.
const taken = /address already in use|Only one usage of each socket address/;
const startAttempts = 5;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
