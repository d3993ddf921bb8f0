import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Status } from './api-error.js';
import type { ClusterConfig, Credential } from './cluster-config.js';
import { headersOf } from './request-headers.js';

export type QueryValue = string | number | boolean | undefined;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's URL, names already escaped: see `resourcePath`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
  /** What errors call it: `get deployments.apps default/web`. */
  readonly label: string;
}

/** Told of every answer; how the metrics count requests. */
export type RequestObserver = (request: {
  readonly method: string;
  readonly host: string;
  readonly code: number;
}) => void;

/** One API server, reached through a pool of connections that are kept open. */
export interface Transport {
  /** Sends a request and answers the body's text. Waits and tries again where the server asks for it. */
  send(request: TransportRequest): Promise<string>;
  /**
   * Opens a stream of lines and yields each as it arrives; ends when the server ends it.
   * @param deadline milliseconds after which a stream is given up as dead
   */
  lines(request: TransportRequest, deadline: number): AsyncGenerator<string>;
  /** Adds an observer; answers how to remove it. */
  observe(observer: RequestObserver): () => void;
  /** Closes every connection. Requests on their way fail. */
  close(): void;
}

const requestTimeout = 60_000;
const attempts = 5;
const longestWait = 30_000;
const parallelRequests = 10;

export function createTransport(config: ClusterConfig): Transport {
  const server = new URL(config.server);
  const secure = server.protocol === 'https:';
  const observers = new Set<RequestObserver>();
  const pools = new Map<string, { readonly requests: HttpAgent; readonly streams: HttpAgent }>();

  const poolsFor = (credential: Credential) => {
    const key = `${credential.clientCertificate ?? ''}${credential.clientKey ?? ''}`;
    let pool = pools.get(key);
    if (pool === undefined) {
      // A renewed client certificate needs new connections; those of the old one are closed once they are idle.
      for (const old of pools.values()) for (const agent of Object.values(old)) agent.destroy();
      pools.clear();
      const tls = tlsOptions(config, credential);
      const make = (maxSockets: number): HttpAgent =>
        secure
          ? new HttpsAgent({ ...tls, keepAlive: true, maxSockets })
          : new HttpAgent({ keepAlive: true, maxSockets });
      // Streams have a pool of their own, so that watches never use up the connections of requests.
      pool = { requests: make(parallelRequests), streams: make(Infinity) };
      pools.set(key, pool);
    }
    return pool;
  };

  const open = async (request: TransportRequest, pool: 'requests' | 'streams', signal: AbortSignal) => {
    const credential = await config.credentials.get();
    const options: RequestOptions = {
      method: request.method,
      agent: poolsFor(credential)[pool],
      headers: headersOf(request, credential, config.impersonate),
      signal,
    };
    const url = new URL(`${server.href.replace(/\/$/, '')}${request.path}${queryText(request.query)}`);
    const response = await exchange(secure, url, options, request.body);
    const code = response.statusCode ?? 0;
    for (const observer of observers) observer({ method: request.method, host: server.host, code });
    return response;
  };

  const send = async (request: TransportRequest): Promise<string> => {
    const timeout = AbortSignal.timeout(requestTimeout);
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
    for (let attempt = 1; ; attempt += 1) {
      let response: IncomingMessage;
      try {
        response = await open(request, 'requests', signal);
      } catch (error) {
        if (attempt < attempts && request.method === 'GET' && wasStale(error)) continue;
        throw failure(error, request, timeout);
      }
      const code = response.statusCode ?? 0;
      const text = await textOf(response);
      if (code < 400) return text;
      if (code === 401 && attempt === 1 && config.credentials.rejected !== undefined) {
        config.credentials.rejected();
        continue;
      }
      const wait = attempt < attempts ? retryAfter(response) : undefined;
      if (wait === undefined) throw new ApiError(statusOf(text, code), request.label);
      await sleep(wait, undefined, { signal });
    }
  };

  async function* lines(request: TransportRequest, deadline: number): AsyncGenerator<string> {
    const dead = AbortSignal.timeout(deadline);
    const signal = request.signal === undefined ? dead : AbortSignal.any([dead, request.signal]);
    const response = await open(request, 'streams', signal).catch((error: unknown) => {
      throw failure(error, request, dead);
    });
    const code = response.statusCode ?? 0;
    if (code >= 400) {
      if (code === 401) config.credentials.rejected?.();
      throw new ApiError(statusOf(await textOf(response), code), request.label);
    }
    // The decoder keeps the first half of a character that is split over two chunks.
    response.setEncoding('utf8');
    let rest: string[] = [];
    try {
      for await (const chunk of response as AsyncIterable<string>) {
        const parts = chunk.split('\n');
        if (parts.length > 1) {
          yield rest.join('') + parts[0]!;
          yield* parts.slice(1, -1);
          rest = [];
        }
        rest.push(parts.at(-1)!);
      }
      if (rest.join('') !== '') yield rest.join('');
    } finally {
      response.destroy();
    }
  }

  return {
    send,
    lines,
    observe: (observer) => {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    close: () => {
      for (const pool of pools.values()) for (const agent of Object.values(pool)) agent.destroy();
    },
  };
}

function tlsOptions(config: ClusterConfig, { clientCertificate, clientKey }: Credential): object {
  return {
    ...(config.certificateAuthority === undefined ? {} : { ca: config.certificateAuthority }),
    ...(config.skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...(config.tlsServerName === undefined ? {} : { servername: config.tlsServerName }),
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  };
}

function exchange(secure: boolean, url: URL, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(url, options, resolve);
    request.on('error', (error) => reject(Object.assign(error, { reusedSocket: request.reusedSocket })));
    request.setNoDelay(true);
    request.end(body);
  });
}

/** A kept connection that the server had closed just before: nothing was read, and a new one will do. */
function wasStale(error: unknown): boolean {
  const { code, reusedSocket } = error as { code?: string; reusedSocket?: boolean };
  return reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE');
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function statusOf(text: string, code: number): Status {
  try {
    const parsed = JSON.parse(text) as Status;
    if (parsed.kind === 'Status') return { ...parsed, code: parsed.code ?? code };
  } catch {
    // A proxy's page, or a message in plain text.
  }
  return { code, message: text.trim().slice(0, 200) || `HTTP ${code}` };
}

/** Milliseconds to wait before the request may be sent again; undefined where the server did not ask for it. */
function retryAfter(response: IncomingMessage): number | undefined {
  if (![429, 503].includes(response.statusCode ?? 0)) return undefined;
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(0, seconds * 1000)) : undefined;
}

function failure(error: unknown, request: TransportRequest, timeout: AbortSignal): unknown {
  if (request.signal?.aborted) return error;
  const reason = timeout.aborted ? 'no answer in time' : (error as Error).message;
  return new Error(`${request.label}: ${reason}`, { cause: error });
}

function queryText(query: Readonly<Record<string, QueryValue>> = {}): string {
  const entries = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
