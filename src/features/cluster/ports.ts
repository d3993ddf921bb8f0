import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { refuse } from './reporting.js';

// Below the ports that systems choose for clients (from 32768): another program must not get the port while the cluster is
// stopped.
const [firstPort, lastPort] = [20_000, 30_000];

/** Returns a port of 127.0.0.1 that is free: the wanted one, or the one before if it can be kept. */
export async function choosePort(wanted: number, before = 0): Promise<number> {
  if (wanted !== 0) return (await isFree(wanted)) ? wanted : refuse('cluster-port-taken', { port: wanted });
  for (let port = before || anyPort(); ; port = anyPort()) if (await isFree(port)) return port;
}

function anyPort(): number {
  return randomInt(firstPort, lastPort);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
