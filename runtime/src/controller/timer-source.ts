import { itemExponentialFailureRateLimiter } from '../queue/rate-limiter.js';
import { realClock, type Clock } from '../timing/clock.js';
import type { SourceContext } from './event-handlers.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';

/** Options of a timer. */
export interface TimerOptions {
  /** Priority of the requests, higher ones first; defaults to zero. */
  readonly priority?: number;
  readonly clock?: Clock;
}

/**
 * Creates a source that enqueues the same requests at the start and after every period, for changes that no watch
 * reports. controller-runtime has no equivalent; there, a goroutine feeds a channel.
 * @param period milliseconds
 * @param requests requests, or a function that returns them; its errors are logged, and it is called again after a backoff
 * from 5 ms to the period
 * @throws RangeError if the period is not positive
 */
export function timerSource(
  period: number,
  requests: readonly Request[] | ((context: SourceContext) => readonly Request[] | Promise<readonly Request[]>),
  { priority, clock = realClock }: TimerOptions = {},
): Source {
  if (!(period > 0)) throw new RangeError(`the period of a timer must be positive, but is ${period} ms`);
  const find = typeof requests === 'function' ? requests : () => requests;
  return {
    label: `timer of ${period} ms`,
    start: (queue, context) => {
      const { signal, log } = context;
      const backoff = itemExponentialFailureRateLimiter({ maxDelay: period });
      let cancel = (): void => undefined;
      const tick = async (): Promise<void> => {
        let wait = period;
        try {
          for (const request of await find(context)) queue.add(request, { priority });
          backoff.forget('');
        } catch (error) {
          wait = backoff.when('');
          log.error('a timer source failed, to be tried again', { period, error, retryIn: wait });
        }
        if (!signal.aborted) cancel = clock.after(wait, () => void tick());
      };
      signal.addEventListener('abort', () => cancel(), { once: true });
      void tick();
      return Promise.resolve();
    },
  };
}
