import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../client/cluster-config.js';
import type { Certificate } from './certificate.js';

/** Milliseconds that requests get to be answered when a server closes. */
const timeToAnswer = 1000;
const highestPort = 65_535;

/** Where a server listens, and which flag said so. */
export interface Address {
  /** Every address of the machine where absent. */
  readonly host: string | undefined;
  readonly port: number;
  /** What errors tell to change, such as `--metrics-bind-address`. */
  readonly flag: string;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Takes on a new certificate; connections that are open keep the old one. */
  setCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

/**
 * Host and port of an address in Go's form: `:8081`, `127.0.0.1:0`, `[::1]:80`; undefined for `0` and the empty text.
 * @throws ConfigError when it is none; names the flag
 */
export function parseAddress(address: string, flag: string): Address | undefined {
  if (address === '' || address === '0') return undefined;
  // A host with colons is one in brackets.
  const [, bracketed, plain = '', port] = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]*)):(\d+)$/i.exec(address) ?? [];
  if (port === undefined || Number(port) > highestPort) {
    throw new ConfigError(`${flag}: "${address}" is no address: write :8080, host:8080, [::1]:8080, or 0 for none`);
  }
  return { host: bracketed ?? (plain || undefined), port: Number(port), flag };
}

/** Listens on an address. @throws ConfigError when it cannot; names the flag and the reason */
export async function listen(
  address: Address,
  handler: RequestListener,
  certificate?: Certificate,
): Promise<Listening> {
  const server: Server | HttpsServer =
    certificate === undefined
      ? createHttpServer(handler)
      : createHttpsServer({ ...certificate, minVersion: 'TLSv1.2' }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(address, error)));
    server.listen(address.port, address.host, resolve);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate: ({ cert, key }) => {
      if ('setSecureContext' in server) server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' });
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // Whoever connected and never asked for anything would be waited for as if it were being answered.
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), timeToAnswer);
      await closed;
      clearTimeout(cut);
    },
  };
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there already',
  EACCES: 'this process may not: ports below 1024 are for those with more rights',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such host is known',
};

function cannotListen({ host = '', port, flag }: Address, error: NodeJS.ErrnoException): ConfigError {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const why = reasons[error.code ?? ''] ?? error.message;
  return new ConfigError(`cannot listen on ${where}: ${why}; choose another address with ${flag}`, { cause: error });
}
