import { createServer as createHttpServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../errors/config-error.js';
import type { Certificate } from './certificate.js';

/** Milliseconds before a closing server drops connections that have no request, and, by default, all others. */
const timeToAnswer = 1000;
const highestPort = 65_535;

/** Address of a server, and the flag that sets it. */
export interface Address {
  /** Host; all addresses of the machine if unset. */
  readonly host: string | undefined;
  readonly port: number;
  /** Flag to mention in error messages, such as `--metrics-bind-address`. */
  readonly flag: string;
}

/** Listening server. */
export interface Listening {
  readonly port: number;
  /**
   * Replaces the certificate; open connections keep the old one.
   * @throws Error if it is invalid
   */
  setCertificate(certificate: Certificate): void;
  /** Stops accepting connections; resolves when the last one is closed, each after its request was answered. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Options of node:https, such as timeouts and requirements for clients. */
  readonly server?: ServerOptions;
  /** Milliseconds to answer pending requests when the server closes; defaults to one second. */
  readonly drainTimeout?: number;
  /** Called when a TLS handshake fails. */
  readonly handshakeFailed?: (error: Error) => void;
}

/**
 * Parses an address in Go's format into host and port: `:8081`, `127.0.0.1:0`, `[::1]:80`; undefined for `0` and the
 * empty string.
 * @throws ConfigError if it is invalid; names the flag
 */
export function parseAddress(address: string, flag: string): Address | undefined {
  if (isNone(address)) return undefined;
  const parts = partsOf(address);
  if (parts === undefined)
    throw new ConfigError(`${flag}: "${address}" is not an address: write :8080, host:8080, [::1]:8080, or 0 for none`);
  return { ...parts, flag };
}

/** Reports whether `parseAddress` accepts an address. */
export function isAddress(address: string): boolean {
  return isNone(address) || partsOf(address) !== undefined;
}

const isNone = (address: string): boolean => address === '' || address === '0';

function partsOf(address: string): Omit<Address, 'flag'> | undefined {
  // A host with colons must be in brackets.
  const [, bracketed, plain = '', port] = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]*)):(\d+)$/i.exec(address) ?? [];
  if (port === undefined || Number(port) > highestPort) return undefined;
  return { host: bracketed ?? (plain || undefined), port: Number(port) };
}

/**
 * Listens on an address.
 * @throws ConfigError if that fails; names the flag and the reason
 */
export async function listen(
  address: Address,
  handler: RequestListener,
  certificate?: Certificate,
  { server: serverOptions = {}, drainTimeout = timeToAnswer, handshakeFailed }: ListenOptions = {},
): Promise<Listening> {
  const server: Server | HttpsServer =
    certificate === undefined ? createHttpServer(serverOptions) : createSecureServer(serverOptions, certificate);
  if (handshakeFailed !== undefined) server.on('tlsClientError', handshakeFailed);
  const sockets = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    sockets.set(peer, socket);
    socket.once('close', () => sockets.delete(peer));
  });
  const answering = new Map<string, ServerResponse>();
  let closing = false;
  server.on('request', (request, response) => {
    const peer = peerOf(request.socket);
    answering.set(peer, response);
    response.once('close', () => answering.delete(peer));
    if (closing) response.shouldKeepAlive = false;
    handler(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(address, error)));
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate: ({ cert, key }) => {
      if ('setSecureContext' in server) server.setSecureContext({ minVersion: 'TLSv1.2', ...serverOptions, cert, key });
    },
    close: async () => {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const response of answering.values()) response.shouldKeepAlive = false;
      server.closeIdleConnections();
      const cut = (all: boolean) => (): void => {
        for (const [peer, socket] of sockets) if (all || !answering.has(peer)) socket.destroy();
      };
      // Otherwise, a connection that never sent a request would delay the close as if its request were being answered.
      const timers = [setTimeout(cut(false), timeToAnswer), setTimeout(cut(true), drainTimeout)];
      await closed;
      timers.forEach(clearTimeout);
    },
  };
}

/** @throws ConfigError if the certificate is invalid, or does not match the key */
function createSecureServer(options: ServerOptions, certificate: Certificate): HttpsServer {
  try {
    return createHttpsServer({ minVersion: 'TLSv1.2', ...options, ...certificate });
  } catch (cause) {
    throw new ConfigError(`the certificate and its key cannot be used: ${(cause as Error).message}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process already uses this address',
  EACCES: 'permission denied: ports below 1024 require more privileges',
  EADDRNOTAVAIL: 'the address does not belong to this machine',
  ENOTFOUND: 'the host name is unknown',
};

function cannotListen({ host = '', port, flag }: Address, error: NodeJS.ErrnoException): ConfigError {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const why = reasons[error.code ?? ''] ?? error.message;
  return new ConfigError(`cannot listen on ${where}: ${why}; choose another address with ${flag}`, { cause: error });
}

/** Returns the remote end of a connection, which is the same for its TCP and its TLS socket. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}:${remotePort}`;
}
