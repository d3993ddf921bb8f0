import { setTimeout as sleep } from 'node:timers/promises';
import { longestTimer, type Clock } from './clock.js';

/** Resolves when a signal is aborted; at once if it already is. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits for the promise, or rejects with the reason of `signal` as soon as it is aborted. */
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

/** Resolves after a time, or when the signal is aborted. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = clock.after(Math.max(0, milliseconds), end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Runs an operation with a signal that is aborted when the time is over, or when the outer signal is. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Error('no answer in time'));
  const callOff = clock.after(Math.max(0, milliseconds), abort);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    callOff();
    outer?.removeEventListener('abort', abort);
  }
}

/**
 * Reports whether a promise settles within the time; if not, the operation continues.
 * @param milliseconds unlimited if negative, or longer than a timer can be
 * @throws the rejection of the promise within that time
 */
export async function endsIn(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  if (milliseconds < 0 || milliseconds > longestTimer) return promise.then(() => true);
  const settled = new AbortController();
  const late = sleep(milliseconds, false, { signal: settled.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    settled.abort();
  }
}
