import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict } from '../client/api-error.js';

/** How often something is tried, and how long is waited in between: https://pkg.go.dev/k8s.io/apimachinery/pkg/util/wait#Backoff */
export interface RetryBackoff {
  /** How often it is tried at most. */
  readonly steps: number;
  /** Milliseconds before the second try. */
  readonly duration: number;
  /** By how much the wait grows from one to the next. */
  readonly factor: number;
  /** The part of itself by which a wait may be longer, at random. */
  readonly jitter: number;
}

/** For a conflict with others that write as well: https://pkg.go.dev/k8s.io/client-go/util/retry#pkg-variables */
export const defaultRetry: RetryBackoff = { steps: 5, duration: 10, factor: 1, jitter: 0.1 };

/** For a conflict with others that keep on writing: https://pkg.go.dev/k8s.io/client-go/util/retry#pkg-variables */
export const defaultBackoff: RetryBackoff = { steps: 4, duration: 10, factor: 5, jitter: 0.1 };

/** How something is tried again. */
export interface RetryOptions {
  /** `defaultRetry` unless said otherwise. */
  readonly backoff?: RetryBackoff | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `attempt` until it does not fail with a conflict. It has to read the object anew each time, from the API server
 * where the cache may be behind: writing the same object again would meet the same conflict.
 * https://pkg.go.dev/k8s.io/client-go/util/retry#RetryOnConflict
 * @throws the error of the last attempt, and at once one that is not a conflict; the signal's reason when it is aborted
 */
export function retryOnConflict<T>(attempt: () => Promise<T>, options?: RetryOptions): Promise<T> {
  return retryOnError(isConflict, attempt, options);
}

/**
 * Calls `attempt` until it does not fail with an error that `isRetriable` knows.
 * https://pkg.go.dev/k8s.io/client-go/util/retry#OnError
 * @throws the error of the last attempt, and at once one that is not known; the signal's reason when it is aborted
 */
export async function retryOnError<T>(
  isRetriable: (error: unknown) => boolean,
  attempt: () => Promise<T>,
  { backoff = defaultRetry, signal }: RetryOptions = {},
): Promise<T> {
  let wait = backoff.duration;
  for (let step = 1; ; step += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (step >= backoff.steps || !isRetriable(error)) throw error;
    }
    await pause(wait * (1 + Math.random() * backoff.jitter), signal);
    wait *= backoff.factor;
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw signal?.reason;
  }
}
