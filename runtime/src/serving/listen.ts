import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificate.js';

/** Milliseconds that requests get to be answered when a server closes. */
const timeToAnswer = 1000;

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Takes on a new certificate; connections that are open keep the old one. */
  setCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

/** Host and port of an address in Go's form: `:8081`, `127.0.0.1:0`, `[::1]:80`; undefined for `0` and the empty text. */
export function parseAddress(
  address: string,
): { readonly host: string | undefined; readonly port: number } | undefined {
  if (address === '' || address === '0') return undefined;
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? [];
  if (port === undefined) throw new TypeError(`"${address}" is no address: write host:port, or :port`);
  return { host: host.replace(/^\[|\]$/g, '') || undefined, port: Number(port) };
}

/** Listens on an address. @throws Error when it is taken */
export async function listen(
  address: { readonly host: string | undefined; readonly port: number },
  handler: RequestListener,
  certificate?: Certificate,
): Promise<Listening> {
  const server: Server | HttpsServer =
    certificate === undefined ? createHttpServer(handler) : createHttpsServer({ ...certificate }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
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
      if ('setSecureContext' in server) server.setSecureContext({ cert, key });
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
