import { createRandom } from '../random.js';

/** What is done to an answer that has begun. */
export type BodyFault =
  /** The connection is reset in the middle of the next piece. */
  | { readonly type: 'reset'; readonly when: 'body' }
  /** The answer ends in the middle of the next piece, as if it were whole. */
  | { readonly type: 'truncated' }
  /** Nothing arrives any more, not even the end, and the connection stays open. */
  | { readonly type: 'silent' }
  /** Everything arrives in small pieces, cut within lines and within the characters that have several bytes. */
  | { readonly type: 'split' };

/** What is done to one request. Every fault but `split`, `close`, `unannounced` and `content-type` costs the client its answer or a part of it. */
export type Fault =
  | BodyFault
  /** The connection is reset: `before` the request was passed on, or `after` the API server has done what it asks. */
  | { readonly type: 'reset'; readonly when: 'before' | 'after' }
  /** This answer instead, with the header Retry-After where `retryAfter` says how many seconds; nothing is passed on. */
  | { readonly type: 'status'; readonly code: number; readonly retryAfter?: number }
  /** The version is too old: 410, which a watch is told by an event after an answer of 200. Nothing is passed on. */
  | { readonly type: 'expired' }
  /** The answer, complete, after so many milliseconds more. */
  | { readonly type: 'delayed'; readonly milliseconds: number }
  /** The answer says `Connection: close`, and the connection is closed after it. */
  | { readonly type: 'close' }
  /** The connection is closed after the answer, which does not say so. */
  | { readonly type: 'unannounced' }
  /** This answer instead, which is not one of an API server; nothing is passed on. No body with 204. */
  | { readonly type: 'answer'; readonly code: number; readonly body?: string; readonly contentType?: string }
  /** The answer, which says that it is something else. */
  | { readonly type: 'content-type'; readonly contentType: string }
  /** The answer, compressed although nobody asked for that. */
  | { readonly type: 'gzip' }
  /** 307 to another place; nothing is passed on. */
  | { readonly type: 'redirect'; readonly location: string };

/** What a fault can be chosen by. */
export interface ProxiedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isWatch: boolean;
  /**
   * Under this id the API server audits the request, where it gets there.
   * See https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
   */
  readonly auditID: string;
}

/** Asked once for each request, when its head has arrived; nothing means that it is passed on as it is. */
export type FaultChooser = (request: ProxiedRequest) => Fault | undefined;

/** How often faults strike, and which. */
export interface SeededFaultsOptions {
  /** The same seed gives the same faults in the same order. */
  readonly seed: number;
  /** How many of the requests are struck: 0 none, 1 all. */
  readonly probability: number;
  /** What they are struck with, each as likely as the others; the usual ones unless said otherwise. */
  readonly faults?: readonly Fault[];
}

/** One of every kind: none makes a client wait for longer than a few seconds, except `silent`, which is not among them. */
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

/** Chooses faults at random, and the same ones again for the same seed and the same order of requests. */
export function seededFaults({ seed, probability, faults = usualFaults }: SeededFaultsOptions): FaultChooser {
  const random = createRandom(seed);
  return () => (random.next() < probability ? random.pick(faults) : undefined);
}
