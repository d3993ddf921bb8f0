import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpsRequest, type Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { answerHeaders, isBodyFault } from './fault-answers.js';
import { FaultBody } from './fault-body.js';
import type { FaultWatches } from './fault-watches.js';
import type { Fault, ProxiedRequest } from './faults.js';

/** A request that a proxy has received. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly asked: ProxiedRequest;
  /** The header for the API server. */
  readonly authorization: string | undefined;
  /** Resets the connection of the request. */
  readonly reset: () => void;
}

/** The destination of forwarded requests. */
export interface Onward {
  readonly target: { readonly url: string };
  readonly agent: Agent;
  readonly watches: FaultWatches;
}

/** Passes a request on, and its answer back with a fault in it. */
export function forward(
  exchange: Exchange,
  fault: Fault | undefined,
  { target: { url }, agent, watches }: Onward,
): void {
  const { request, response, asked, authorization, reset } = exchange;
  // The name that the proxy was called by is not in the certificate of the API server.
  const { host } = new URL(url);
  const headers = { ...request.headers, host, 'audit-id': asked.auditID, ...(authorization && { authorization }) };
  const options = { method: asked.method, headers, agent };
  const onward = httpsRequest(new URL(request.url ?? '', url), options, (from) => {
    void passBack(exchange, from, fault, watches).catch(reset);
  });
  onward.on('error', reset);
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

async function passBack(
  { request, response, asked, reset }: Exchange,
  from: IncomingMessage,
  fault: Fault | undefined,
  watches: FaultWatches,
): Promise<void> {
  if (fault?.type === 'delayed') await sleep(fault.milliseconds);
  if (response.closed) return;
  if (fault?.type === 'reset' && fault.when === 'after') {
    reset();
    return;
  }
  response.writeHead(from.statusCode ?? 502, answerHeaders(from, fault));
  const body = new FaultBody(response, reset, isBodyFault(fault) ? fault.type : undefined, asked.isWatch);
  if (asked.isWatch && from.statusCode === 200) watches.add(body, asked.path, response);
  if (fault?.type === 'unannounced') response.once('finish', () => request.socket.destroySoon());
  await body.pass(fault?.type === 'gzip' ? from.pipe(createGzip()) : from);
}
