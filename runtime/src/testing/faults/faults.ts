import { createRandom } from '../random.js';

/** Fault of an answer in progress. */
export type BodyFault =
  /** The connection is reset in the middle of the next chunk. */
  | { readonly type: 'reset'; readonly when: 'body' }
  /** The answer ends in the middle of the next chunk, as if it were complete. */
  | { readonly type: 'truncated' }
  /** No more data arrives, not even the end, and the connection stays open. */
  | { readonly type: 'silent' }
  /** Data arrives in small pieces, split within lines and within multi-byte characters. */
  | { readonly type: 'split' };

/**
 * Fault of one request. All faults except `split`, `close`, `unannounced` and `content-type` cost the client all or
 * part of its answer.
 */
export type Fault =
  | BodyFault
  /** The connection is reset: `before` the request was forwarded, or `after` the API server has processed it. */
  | { readonly type: 'reset'; readonly when: 'before' | 'after' }
  /** Answered with this status, with a Retry-After header of `retryAfter` seconds if set; nothing is forwarded. */
  | { readonly type: 'status'; readonly code: number; readonly retryAfter?: number }
  /** The version is too old: 410, or for a watch, an event after an answer of 200. Nothing is forwarded. */
  | { readonly type: 'expired' }
  /** The complete answer, delayed by this many milliseconds. */
  | { readonly type: 'delayed'; readonly milliseconds: number }
  /** The answer says `Connection: close`, and the connection is closed after it. */
  | { readonly type: 'close' }
  /** The connection is closed after the answer, which does not announce it. */
  | { readonly type: 'unannounced' }
  /** Answered as by something other than an API server; nothing is forwarded. 204 has no body. */
  | { readonly type: 'answer'; readonly code: number; readonly body?: string; readonly contentType?: string }
  /** The answer, with a wrong content type. */
  | { readonly type: 'content-type'; readonly contentType: string }
  /** The answer, compressed without being requested. */
  | { readonly type: 'gzip' }
  /** 307 to another location; nothing is forwarded. */
  | { readonly type: 'redirect'; readonly location: string };

/** Properties of a request for the choice of a fault. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isWatch: boolean;
  /**
   * ID of the request in the API server's audit log, if it is forwarded.
   * See https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
   */
  readonly auditID: string;
}

/** Called once for each request, when its head has arrived; returns undefined to forward it unchanged. */
export type FaultChooser = (request: ProxiedRequest) => Fault | undefined;

/** Options of `seededFaults`. */
export interface SeededFaultsOptions {
  /** Seed; the same seed produces the same faults in the same order. */
  readonly seed: number;
  /** Fraction of the requests with a fault: 0 for none, 1 for all. */
  readonly probability: number;
  /** Faults to choose from with equal probability; defaults to `usualFaults`. */
  readonly faults?: readonly Fault[];
}

/** One fault of each type, except `silent`, so that none makes a client wait longer than a few seconds. */
export const usualFaults: readonly Fault[] = [
  { type: 'reset', when: 'before' },
  { type: 'reset', when: 'after' },
  { type: 'reset', when: 'body' },
  { type: 'status', code: 500 },
  { type: 'status', code: 503 },
  { type: 'status', code: 503, retryAfter: 1 },
  { type: 'status', code: 429, retryAfter: 1 },
  { type: 'expired' },
  { type: 'truncated' },
  { type: 'split' },
  { type: 'delayed', milliseconds: 1000 },
  { type: 'close' },
  { type: 'unannounced' },
  { type: 'status', code: 503, retryAfter: 86_400 },
  { type: 'answer', code: 200, body: '<html><title>Sign in</title></html>', contentType: 'text/html' },
  { type: 'answer', code: 503, body: '<html><title>Unavailable</title></html>', contentType: 'text/html' },
  { type: 'answer', code: 200, body: 'null' },
  { type: 'answer', code: 204 },
  { type: 'content-type', contentType: 'application/octet-stream' },
  { type: 'gzip' },
  { type: 'redirect', location: 'https://login.example.com/' },
];

/**
 * Returns a function that chooses faults at random; the same seed and the same order of requests produce the same
 * faults.
 */
export function seededFaults({ seed, probability, faults = usualFaults }: SeededFaultsOptions): FaultChooser {
  const random = createRandom(seed);
  return () => (random.next() < probability ? random.pick(faults) : undefined);
}
