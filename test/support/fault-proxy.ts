import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sendStatus } from './loopback-server.js';

/** What is done instead of an answer: a status code, a broken connection, or a watch that its server has forgotten. */
export type Fault = 500 | 503 | 429 | 410 | 'reset' | 'expired' | 'truncated';

export interface FaultProxy {
  readonly url: string;
  /** How many watches are open now, and how many of one path were at the same time at most. */
  openWatches(): number;
  mostWatchesAtOnce(): number;
  /** Breaks the watches that are open, now. */
  breakWatches(fault: 'reset' | 'expired' | 'truncated'): void;
  close(): Promise<void>;
}

/**
 * Stands before an API server, over plain HTTP, and answers wrongly where `fault` says so.
 * @param ca certificate authority of the API server, PEM
 */
export async function startFaultProxy(
  target: { readonly url: string; readonly ca: string },
  fault: (request: { readonly method: string; readonly isWatch: boolean }) => Fault | undefined,
): Promise<FaultProxy> {
  const agent = new Agent({ ca: target.ca, keepAlive: true });
  const watches = new Map<ServerResponse, string>();
  let most = 0;

  const forward = (request: IncomingMessage, response: ServerResponse, isWatch: boolean): void => {
    const { method, headers } = request;
    const onward = httpsRequest(new URL(request.url ?? '', target.url), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isWatch && answer.statusCode === 200) track(request, response);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  };

  const track = (request: IncomingMessage, response: ServerResponse): void => {
    const path = new URL(request.url ?? '', target.url).pathname;
    watches.set(response, path);
    most = Math.max(most, [...watches.values()].filter((each) => each === path).length);
    response.once('close', () => watches.delete(response));
  };

  const server = createServer((request, response) => {
    const isWatch = request.url?.includes('watch=true') ?? false;
    const wrong = fault({ method: request.method ?? '', isWatch });
    if (wrong === undefined) forward(request, response, isWatch);
    else if (typeof wrong === 'number') sendStatus(response, wrong, 'Fault', { headers: { 'retry-after': '0' } });
    else breakOff(response, wrong);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openWatches: () => watches.size,
    mostWatchesAtOnce: () => most,
    breakWatches: (how) => {
      for (const response of watches.keys()) breakOff(response, how);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function breakOff(response: ServerResponse, how: 'reset' | 'expired' | 'truncated'): void {
  const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
  if (how === 'reset') response.socket?.resetAndDestroy();
  else if (how === 'expired') response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
  else response.write('{"type":"MODIFIED","object":{"meta', () => response.socket?.destroy());
}
