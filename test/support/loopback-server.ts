import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on 127.0.0.1 that responds as the test specifies, and counts requests. It ends with the test. */
export interface LoopbackServer {
  readonly url: string;
  /** The requests received so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Returns the number of connections opened so far. */
  connections(): number;
  /** Breaks every connection, as a crash would. */
  breakConnections(): void;
}

export async function startLoopbackServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
  tls?: ServerOptions,
): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://loopback');
      const received = {
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(received);
      answer(received, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const breakConnections = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(async () => {
    breakConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return { url, requests, connections: () => connections, breakConnections };
}

/** Answers with a JSON value. */
export function sendJson(response: ServerResponse, value: unknown, code = 200): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Responds as the API server does when it rejects a request. */
export function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  { message = reason, headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): void {
  const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message };
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(status));
}
