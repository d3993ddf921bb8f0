import type { Deadline } from '../timing/deadline.js';
import { unlessAborted } from '../timing/wait.js';
import type { ClusterConfig, Credential, PemSource } from './cluster-config.js';
import type { ConnectionPool, Connections } from './connections.js';
import { exchange } from './exchange.js';
import type { HttpResponse } from './http/http-response.js';
import { isUntrusted } from './failure.js';
import { NotLeaderError } from './not-leader-error.js';
import { parseServer } from './proxy.js';
import type { RateLimiter } from './rate-limiter.js';
import { requestHeaders } from './request-headers.js';
import type { QueryValue, RequestObserver, TransportRequest } from './transport.js';
import { warningsOf } from './warnings.js';

/** Head of an answer, and the credential that authenticated the request. */
export interface Answer {
  readonly response: HttpResponse;
  readonly credential: Credential;
}

/** Sends a request once, over a connection of this kind, and returns the head of the answer. */
export type OpenRequest = (request: TransportRequest, kind: keyof Connections, deadline: Deadline) => Promise<Answer>;

export interface OpenRequestParts {
  readonly config: ClusterConfig;
  readonly authority: PemSource | undefined;
  readonly pool: ConnectionPool;
  readonly limiter: RateLimiter | undefined;
  readonly mayWrite: () => boolean;
  readonly observers: ReadonlySet<RequestObserver>;
}

/**
 * Creates the function that sends the requests of one configuration: it authenticates them, addresses them and notifies
 * the observers.
 */
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
  const prefix = server.pathname.replace(/\/$/, '');
  const headersOf = requestHeaders(host, config.impersonate);

  return async (request, kind, deadline) => {
    const { method, body, label } = request;
    const refusal = () => (method === 'GET' || mayWrite() ? undefined : new NotLeaderError(label));
    // A probe that had to wait would prove nothing.
    if (kind !== 'probes') await limiter?.wait(deadline);
    const found = config.credentials.get();
    // A plug-in can take long, and does not know the deadline.
    const credential = found instanceof Promise ? await unlessAborted(found, deadline.signal) : found;
    const path = requestTarget(`${prefix}${request.path}${queryText(request.query)}`);
    const head = `${method} ${path} HTTP/1.1\r\n${headersOf(request, credential)}`;
    const begun = performance.now();
    const sending = exchange({ pool: pool.for(credential)[kind], head, body, deadline, refusal });
    const response = await sending.catch((error: unknown) => {
      if (isUntrusted(error)) authority?.rejected?.();
      throw error;
    });
    const seconds = (performance.now() - begun) / 1000;
    const { code } = response;
    const warnings = warningsOf(response.headers.warning);
    const answer = { method, host, code, seconds, ...(warnings.length > 0 && { warnings }) };
    for (const observer of observers) notify(observer, answer);
    if (code === 401) config.credentials.rejected?.(credential);
    return { response, credential };
  };
}

/** A bug in an observer must neither fail the request, which may be a write, nor leave its connection unread. */
function notify(observer: RequestObserver, answer: Parameters<RequestObserver>[0]): void {
  try {
    observer(answer);
  } catch (error) {
    process.emitWarning(`an observer of requests failed: ${String(error)}`);
  }
}

/** @throws TypeError if a path cannot be sent, because it would end the request line */
function requestTarget(path: string): string {
  if (/[^\x21-\x7e]/.test(path)) throw new TypeError('the path of a request contains unescaped characters');
  return path;
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
