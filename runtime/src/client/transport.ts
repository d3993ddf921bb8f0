import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-error.js';
import type { ClusterConfig, Credential } from './cluster-config.js';
import { closedMessage, createConnectionPool, type Connections } from './connections.js';
import { startDeadline, unlessAborted, type Deadline } from './deadline.js';
import { exchange } from './exchange.js';
import { describeFailure, describeRejection, isAnonymous, isUntrusted, wasStale } from './failure.js';
import { noteArrivals, startIdleTimer } from './idle-timer.js';
import { linesOf } from './lines.js';
import { NotLeaderError } from './not-leader-error.js';
import { tokenBucket } from './rate-limiter.js';
import { pemText } from './pem-source.js';
import { hostOf, portOf } from './proxy.js';
import { requestHeaders } from './request-headers.js';
import { foreignAnswer, isPage, retryAfter, statusOf, textOf } from './response.js';
import { requirePossible, type TransportOptions } from './transport-options.js';
import { warningsOf } from './warnings.js';

export type QueryValue = string | number | boolean | undefined;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's URL, names already escaped: see `resourcePath`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: string;
  readonly contentType?: string;
  /** In which form the answer is wanted; plain JSON unless said otherwise. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What errors call it: `get deployments.apps default/web`. */
  readonly label: string;
}

/** Told of every answer; how the metrics count requests. */
export type RequestObserver = (request: {
  readonly method: string;
  readonly host: string;
  readonly code: number;
  /** From the time when it was handed to the connections until the head of the answer was there. */
  readonly seconds: number;
  /** What the server warns of, such as a deprecated version, if it does; see `warningLogger`. */
  readonly warnings?: readonly string[];
}) => void;

/** One API server, reached through a pool of connections that are kept open. */
export interface Transport {
  /**
   * Sends a request and answers the body's text. Waits and tries again where the server asks for it.
   * @throws ApiError when the server refuses; NotLeaderError when it is a write and `mayWrite` says no; Error, with the cause,
   * when it cannot be reached or does not answer in time
   */
  send(request: TransportRequest): Promise<string>;
  /**
   * Opens a stream of lines and yields each as it arrives; ends when the server ends it.
   * @param timeout milliseconds after which a stream is given up as dead
   * @param idleTimeout milliseconds in which something has to arrive, the head of the answer first; `timeout` alone where absent
   * @throws as `send`
   */
  lines(request: TransportRequest, timeout: number, idleTimeout?: number): AsyncGenerator<string>;
  /** Adds an observer; answers how to remove it. */
  observe(observer: RequestObserver): () => void;
  /** Closes every connection, for good. Requests fail, those on their way and those that come later. */
  close(): void;
}

const attempts = 5;

/**
 * Makes the connections to one API server, with the credentials of a configuration; none is opened before the first request.
 * See https://pkg.go.dev/k8s.io/client-go/rest#HTTPClientFor
 * @throws RangeError when an option lets no request through
 */
export function createTransport(
  config: ClusterConfig,
  { requestTimeout = 60_000, parallelRequests = 4, rateLimit, mayWrite = () => true }: TransportOptions = {},
): Transport {
  requirePossible({ requestTimeout, parallelRequests });
  const server = new URL(config.server);
  const address = { protocol: server.protocol, hostname: hostOf(server), port: portOf(server) };
  const prefix = server.pathname.replace(/\/$/, '');
  const headersOf = requestHeaders(server.host, config.impersonate);
  const { certificateAuthority: given } = config;
  const authority =
    typeof given === 'string' ? pemText(given, 'the certificate authority of the configuration') : given;
  const most = typeof parallelRequests === 'number' ? () => parallelRequests : parallelRequests;
  const pool = createConnectionPool(config, authority, most);
  const limiter = rateLimit && tokenBucket(rateLimit);
  const observers = new Set<RequestObserver>();
  const running = new Set<Deadline>();

  const begin = (milliseconds: number, signal?: AbortSignal): Deadline => {
    const deadline = startDeadline(milliseconds, signal);
    running.add(deadline);
    return deadline;
  };

  const finish = (deadline: Deadline): void => {
    running.delete(deadline);
    deadline.clear();
  };

  const open = async (request: TransportRequest, kind: keyof Connections, deadline: Deadline) => {
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
    const answer = { method, host: server.host, code, seconds, ...(warnings.length > 0 && { warnings }) };
    for (const observer of observers) observer(answer);
    if (code === 401) config.credentials.rejected?.(credential);
    return { response, code, credential };
  };

  const refused = (response: IncomingMessage, text: string, credential: Credential, label: string): ApiError => {
    const status = statusOf(response, text);
    const isUnknown = response.statusCode === 401 || isAnonymous(status);
    return new ApiError(status, label, isUnknown ? describeRejection(credential, config.credentials) : undefined);
  };

  const refuseForeign = (response: IncomingMessage, text: string): void => {
    const foreign = foreignAnswer(response, text);
    if (foreign !== undefined) throw new Error(`${config.server} is no Kubernetes API server: ${foreign}`);
  };

  const trySend = async (request: TransportRequest, deadline: Deadline): Promise<string> => {
    let mayRenew = config.credentials.rejected !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const trusted = authority?.get();
      const answer = await open(request, 'requests', deadline).catch((error: unknown) => {
        // Nothing was sent to a server that was not trusted; by now its authority may have been renewed.
        const renewed = isUntrusted(error) && authority?.get() !== trusted;
        if (!isLast && (renewed || wasStale(error, request.method))) return undefined;
        throw error;
      });
      if (answer === undefined) continue;
      const { response, code, credential } = answer;
      const text = await textOf(response);
      refuseForeign(response, text);
      if (code < 300) return text;
      if (code === 401 && mayRenew) {
        mayRenew = false;
        continue;
      }
      const wait = isLast ? undefined : retryAfter(response);
      if (wait === undefined || wait > deadline.remaining()) throw refused(response, text, credential, request.label);
      await sleep(wait, undefined, { signal: deadline.signal });
    }
  };

  /** The error as the caller gets it: the server's own, the reason of the caller's signal, or what went wrong on the way. */
  const explain = (error: unknown, request: TransportRequest, deadline: Deadline): unknown => {
    if (error instanceof ApiError || error instanceof NotLeaderError) return error;
    if (request.signal?.aborted) return request.signal.reason;
    const { ended } = deadline;
    const what = (): string =>
      ended ? (ended.reason as Error).message : describeFailure(error, request.method, config.server, authority);
    const why = deadline.isOver() ? 'no answer in time' : what();
    return new Error(`${request.label}: ${why}`, { cause: error });
  };

  return {
    send: async (request) => {
      const deadline = begin(requestTimeout, request.signal);
      try {
        return await trySend(request, deadline);
      } catch (error) {
        throw explain(error, request, deadline);
      } finally {
        finish(deadline);
      }
    },
    lines: async function* (request, timeout, idleTimeout = timeout) {
      const deadline = begin(timeout, request.signal);
      const idle = startIdleTimer(idleTimeout, () => deadline.end(new Error(`nothing arrived in ${idleTimeout} ms`)));
      let response: IncomingMessage | undefined;
      try {
        const answer = await open(request, 'streams', deadline);
        response = answer.response;
        if (answer.code >= 300 || isPage(response)) {
          const text = await textOf(response);
          refuseForeign(response, text);
          throw refused(response, text, answer.credential, request.label);
        }
        // The decoder keeps the first half of a character that is split over two pieces.
        yield* linesOf(noteArrivals(response.setEncoding('utf8') as AsyncIterable<string>, idle));
      } catch (error) {
        throw explain(error, request, deadline);
      } finally {
        response?.destroy();
        idle.stop();
        finish(deadline);
      }
    },
    observe: (observer) => {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    close: () => {
      for (const deadline of running) deadline.end(new Error(closedMessage));
      pool.close();
    },
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
