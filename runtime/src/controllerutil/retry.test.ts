import { expect, it, vi } from 'vitest';
import { ApiError } from '../transport/api-error.js';
import { isTooManyRequests } from '../client/error-reasons.js';
import { retryOnConflict, retryOnError } from './retry.js';

const conflict = new ApiError({ code: 409, reason: 'Conflict', message: 'modified' }, 'update pods a/b');
const once = { steps: 3, duration: 1, factor: 1, jitter: 0 };

it('tries again after a conflict, and answers what comes of it', async () => {
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(conflict).mockResolvedValue('done');
  await expect(retryOnConflict(attempt)).resolves.toBe('done');
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('gives up after as many tries as it has', async () => {
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValue(conflict);
  await expect(retryOnConflict(attempt, { backoff: once })).rejects.toBe(conflict);
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('throws at once what is not a conflict', async () => {
  const exists = new ApiError({ code: 409, reason: 'AlreadyExists' }, 'create pods a/b');
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValue(exists);
  await expect(retryOnConflict(attempt)).rejects.toBe(exists);
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('tries again after an error that it was told of', async () => {
  const busy = new ApiError({ code: 429 }, 'list pods');
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockResolvedValue('done');
  await expect(retryOnError(isTooManyRequests, attempt, { backoff: once })).resolves.toBe('done');
});

it('waits longer from one try to the next', async () => {
  const times: number[] = [];
  const attempt = (): Promise<never> => {
    times.push(performance.now());
    return Promise.reject(conflict);
  };
  await retryOnConflict(attempt, { backoff: { steps: 3, duration: 10, factor: 5, jitter: 0 } }).catch(() => undefined);
  // A timer can fire a millisecond early.
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(9);
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(49);
});

it('stops waiting when it is aborted', async () => {
  const stop = new AbortController();
  const reason = new Error('the manager stops');
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValue(conflict);
  const long = retryOnConflict(attempt, { backoff: { ...once, duration: 60_000 }, signal: stop.signal });
  stop.abort(reason);
  await expect(long).rejects.toBe(reason);
  expect(attempt).toHaveBeenCalledTimes(1);
});
