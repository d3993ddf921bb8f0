import { itemExponentialFailureRateLimiter, type RateLimiter } from './rate-limiter.js';

/**
 * Wraps a limiter, so that a bug in it neither ends the caller nor makes it retry at once, forever: if the limiter
 * throws, or returns anything other than milliseconds, the default backoff applies, which doubles with each failure.
 * @param failed called with the error of the limiter
 */
export function guardedRateLimiter(limiter: RateLimiter, failed: (error: unknown) => void): RateLimiter {
  const usual = itemExponentialFailureRateLimiter();
  const numberOf = (ask: () => number, problem: (answer: unknown) => string): number | undefined => {
    try {
      const answer = ask();
      if (Number.isFinite(answer) && answer >= 0) return answer;
      failed(new RangeError(problem(answer)));
    } catch (error) {
      failed(error);
    }
    return undefined;
  };
  return {
    when: (key) => {
      // Counts every failure, in case the limiter fails at a later one.
      const wait = usual.when(key);
      const ask = () => limiter.when(key);
      return (
        numberOf(ask, (answer) => `when() of a rate limiter answered ${typeName(answer)}, not milliseconds`) ?? wait
      );
    },
    forget: (key) => {
      usual.forget(key);
      try {
        limiter.forget(key);
      } catch (error) {
        failed(error);
      }
    },
    numRequeues: (key) =>
      numberOf(
        () => limiter.numRequeues(key),
        (answer) => `numRequeues() of a rate limiter answered ${typeName(answer)}, not a number`,
      ) ?? usual.numRequeues(key),
  };
}

/** Returns a number as text; for anything else, only its type. */
function typeName(answer: unknown): string {
  return typeof answer === 'number' ? String(answer) : typeof answer;
}
