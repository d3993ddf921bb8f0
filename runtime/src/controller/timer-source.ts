import { realClock, type Clock } from '../timing/clock.js';
import type { SourceContext } from './event-handlers.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';

export interface TimerOptions {
  /** Requests with a higher one are reconciled first; zero unless said otherwise. */
  readonly priority?: number;
  readonly clock?: Clock;
}

/**
 * Asks for the same requests again and again: at the start, and a time after each time. For what no watch tells of.
 * @param period milliseconds
 * @param requests what to ask for, or a function that finds it out; its faults are logged, and it is asked again
 * @throws RangeError when the period is not positive
 */
export function timerSource(
  period: number,
  requests: readonly Request[] | ((context: SourceContext) => readonly Request[] | Promise<readonly Request[]>),
  { priority, clock = realClock }: TimerOptions = {},
): Source {
  if (!(period > 0)) throw new RangeError(`the period of a timer has to be positive: it is ${period} ms`);
  const find = typeof requests === 'function' ? requests : () => requests;
  return {
    label: `timer of ${period} ms`,
    start: (queue, context) => {
      const { signal, log } = context;
      let cancel = (): void => undefined;
      const tick = async (): Promise<void> => {
        try {
          for (const request of await find(context)) queue.add(request, { priority });
        } catch (error) {
          log.error('a timer source failed, to be asked again', { period, error });
        }
        if (!signal.aborted) cancel = clock.after(period, () => void tick());
      };
      signal.addEventListener('abort', () => cancel(), { once: true });
      void tick();
      return Promise.resolve();
    },
  };
}
