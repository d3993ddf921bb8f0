import { longestTimer } from '../timing/clock.js';
import type { RateLimit } from './rate-limiter.js';
import type { SilenceTiming } from './silence.js';

/** Options of a transport. See https://pkg.go.dev/k8s.io/client-go/rest#Config */
export interface TransportOptions {
  /** Maximum duration of a request in milliseconds, including retries; defaults to one minute. */
  readonly requestTimeout?: number | undefined;
  /**
   * Maximum number of concurrent requests, each on its own connection; further requests wait. Defaults to four. A
   * function is called before each request.
   */
  readonly parallelRequests?: number | (() => number) | undefined;
  /** Maximum rate at which requests and streams are started; they wait if they arrive faster. Unlimited by default. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * Called for every request except GET, in the same tick in which it is written to an open connection. If it returns
   * false, the request fails and nothing of it is sent. This keeps a process that has lost its lease from writing, even
   * if a blocked event loop delays the discovery.
   */
  readonly mayWrite?: (() => boolean) | undefined;
  /** Times for the detection of connections on which nothing arrives; for tests. */
  readonly silence?: SilenceTiming | undefined;
}

/** @throws RangeError if no request could ever be sent */
export function requirePossible({ requestTimeout = 1, parallelRequests = 1 }: TransportOptions): void {
  if (!(requestTimeout > 0 && requestTimeout <= longestTimer)) {
    throw new RangeError(
      `requestTimeout is ${requestTimeout}: it is a number of milliseconds above 0, and ${longestTimer} at most`,
    );
  }
  if (typeof parallelRequests === 'function' || (Number.isInteger(parallelRequests) && parallelRequests > 0)) return;
  throw new RangeError(`parallelRequests is ${parallelRequests}: it is a whole number above 0`);
}
