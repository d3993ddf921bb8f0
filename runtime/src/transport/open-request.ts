import type { IncomingMessage } from 'node:http';
import type { Deadline } from '../timing/deadline.js';
import { unlessAborted } from '../timing/wait.js';
import type { ClusterConfig, Credential, PemSource } from './cluster-config.js';
import type { ConnectionPool, Connections } from './connections.js';
import { exchange } from './exchange.js';
import { isUntrusted } from './failure.js';
import { NotLeaderError } from './not-leader-error.js';
import { hostOf, parseServer, portOf } from './proxy.js';
import type { RateLimiter } from './rate-limiter.js';
import { requestHeaders } from './request-headers.js';
import type { QueryValue, RequestObserver, TransportRequest } from './transport.js';
import { warningsOf } from './warnings.js';

/** The head of an answer, and what the request proved its sender with. */
export interface Answer {
  readonly response: IncomingMessage;
  /** HTTP status code. */
  readonly code: number;
  readonly credential: Credential;
}

/** Sends a request once, over connections for what is answered at once or for what goes on, and answers the head. */
export type OpenRequest = (request: TransportRequest, kind: keyof Connections, deadline: Deadline) => Promise<Answer>;

export interface OpenRequestParts {
  readonly config: ClusterConfig;
  readonly authority: PemSource | undefined;
  readonly pool: ConnectionPool;
  readonly limiter: RateLimiter | undefined;
  readonly mayWrite: () => boolean;
  readonly observers: ReadonlySet<RequestObserver>;
}

/** How requests of one configuration are sent: who asks, where to, and who is told of the answer. */
export function requestOpener({
  config,
  authority,
  pool,
  limiter,
  mayWrite,
  observers,
}: OpenRequestParts): OpenRequest {
  const server = parseServer(config.server);
  const { host } = server;
  const address = { protocol: server.protocol, hostname: hostOf(server), port: portOf(server) };
  const prefix = server.pathname.replace(/\/$/, '');
  const headersOf = requestHeaders(host, config.impersonate);

  return async (request, kind, deadline) => {
    const { method, body, label } = request;
    const refusal = () => (method === 'GET' || mayWrite() ? undefined : new NotLeaderError(label));
    await limiter?.wait(deadline);
    const found = config.credentials.get();
    // A plug-in may take long, and does not know who waits.
    const credential = found instanceof Promise ? await unlessAborted(found, deadline.signal) : found;
    const agent = pool.for(credential)[kind];
    const headers = headersOf(request, credential);
    const path = `${prefix}${request.path}${queryText(request.query)}`;
    const begun = performance.now();
    const sending = exchange({ address, method, path, agent, headers, body, deadline, refusal });
    const response = await sending.catch((error: unknown) => {
      if (isUntrusted(error)) authority?.rejected?.();
      throw error;
    });
    const seconds = (performance.now() - begun) / 1000;
    const code = response.statusCode ?? 0;
    const warnings = warningsOf(response.headers.warning);
    const answer = { method, host, code, seconds, ...(warnings.length > 0 && { warnings }) };
    for (const observer of observers) observer(answer);
    if (code === 401) config.credentials.rejected?.(credential);
    return { response, code, credential };
  };
}

function queryText(query: Readonly<Record<string, QueryValue>> = {}): string {
  let text = '';
  for (const key in query) {
    const value = query[key];
    if (value === undefined || value === '') continue;
    text += `${text === '' ? '?' : '&'}${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
  }
  return text;
}
