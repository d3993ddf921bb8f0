import type { RateLimit } from './rate-limiter.js';

/** How requests are sent. See https://pkg.go.dev/k8s.io/client-go/rest#Config */
export interface TransportOptions {
  /** Milliseconds that a request may take, with everything that is tried again; a minute unless said otherwise. */
  readonly requestTimeout?: number | undefined;
  /**
   * How many requests are on their way at the same time, each on its connection; the others wait. Four unless said otherwise.
   * A function is asked before each request.
   */
  readonly parallelRequests?: number | (() => number) | undefined;
  /** How fast requests and streams may be begun; they wait where they come faster. Not limited unless said otherwise. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * Asked of every request but a GET in the very tick in which it is written to an open connection. Where it says no, the
   * request fails and nothing of it is sent: how a process that has lost its lease is kept from writing, even when it only
   * finds out after the event loop was blocked.
   */
  readonly mayWrite?: (() => boolean) | undefined;
}

// The longest that a timer waits: with more it would go off at once.
const longestTimeout = 2 ** 31 - 1;

/** @throws RangeError when no request could ever be sent */
export function requirePossible({ requestTimeout = 1, parallelRequests = 1 }: TransportOptions): void {
  if (!(requestTimeout > 0 && requestTimeout <= longestTimeout)) {
    throw new RangeError(
      `requestTimeout is ${requestTimeout}: it is a number of milliseconds above 0, and ${longestTimeout} at most`,
    );
  }
  if (typeof parallelRequests === 'function' || (Number.isInteger(parallelRequests) && parallelRequests > 0)) return;
  throw new RangeError(`parallelRequests is ${parallelRequests}: it is a whole number above 0`);
}
