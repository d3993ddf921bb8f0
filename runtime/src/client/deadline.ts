import { setMaxListeners } from 'node:events';

/** An end to something that takes time: `signal` is aborted when the time is over, or when a parent signal is. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether it was the time, and not the parent, that aborted the signal. */
  isOver(): boolean;
  /** Aborts the signal now, for another reason than the time. */
  end(reason: Error): void;
  /** Milliseconds that are left. */
  remaining(): number;
  /** Lets go of the timer and of the parent. To be called when the thing is done. */
  clear(): void;
}

/**
 * Starts a deadline. Used instead of `AbortSignal.any` and `AbortSignal.timeout`, which hold on to their memory until the
 * time is over: a minute for every request that took a millisecond.
 */
export function startDeadline(milliseconds: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, milliseconds);
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  // A reconcile may well begin twenty requests with its one signal; Node would take the eleventh for a leak.
  if (parent !== undefined) setMaxListeners(0, parent);
  parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => over,
    end: (reason) => controller.abort(reason),
    remaining: () => end - performance.now(),
    clear: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}

/** What the promise comes to, unless `signal` is aborted first: then its reason, at once. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
