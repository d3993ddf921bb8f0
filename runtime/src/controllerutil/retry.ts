import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict } from '../client/error-reasons.js';

/** Number of attempts, and the waits in between: https://pkg.go.dev/k8s.io/apimachinery/pkg/util/wait#Backoff */
export interface RetryBackoff {
  /** Maximum number of attempts. */
  readonly steps: number;
  /** Milliseconds before the second attempt. */
  readonly duration: number;
  /** Factor by which each wait grows. */
  readonly factor: number;
  /** Maximum random extension of a wait, as a fraction of it. */
  readonly jitter: number;
}

/** Backoff for conflicts with other writers: https://pkg.go.dev/k8s.io/client-go/util/retry#pkg-variables */
export const defaultRetry: RetryBackoff = { steps: 5, duration: 10, factor: 1, jitter: 0.1 };

/** Backoff for conflicts with continuous writers: https://pkg.go.dev/k8s.io/client-go/util/retry#pkg-variables */
export const defaultBackoff: RetryBackoff = { steps: 4, duration: 10, factor: 5, jitter: 0.1 };

/** Options of a retry. */
export interface RetryOptions {
  /** Backoff; defaults to `defaultRetry`. */
  readonly backoff?: RetryBackoff | undefined;
  /** Signal that ends the retries. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `attempt` until it does not fail with a conflict. Each attempt must read the object again, from the API server
 * if the cache may be stale: writing the same object again would cause the same conflict. See
 * https://pkg.go.dev/k8s.io/client-go/util/retry#RetryOnConflict
 * @throws the error of the last attempt, and immediately any error other than a conflict; the reason of the signal if
 * it is aborted
 */
export function retryOnConflict<T>(attempt: () => Promise<T>, options?: RetryOptions): Promise<T> {
  return retryOnError(isConflict, attempt, options);
}

/**
 * Calls `attempt` until it does not fail with an error that `isRetriable` accepts.
 * See https://pkg.go.dev/k8s.io/client-go/util/retry#OnError
 * @throws the error of the last attempt, and immediately any other error; the reason of the signal if it is aborted
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
