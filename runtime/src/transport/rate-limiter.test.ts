import { describe, expect, it, onTestFinished } from 'vitest';
import { startDeadline, type Deadline } from '../timing/deadline.js';
import { tokenBucket } from './rate-limiter.js';

function deadline(milliseconds: number, parent?: AbortSignal): Deadline {
  const started = startDeadline(milliseconds, parent);
  onTestFinished(() => started.clear());
  return started;
}

/** Returns the milliseconds after which each wait was over. */
async function waits(count: number, wait: () => Promise<void>): Promise<number[]> {
  const begun = performance.now();
  return Promise.all(Array.from({ length: count }, () => wait().then(() => performance.now() - begun)));
}

describe('a token bucket', () => {
  it('lets a burst pass at once, and then one after the other, in the order in which they came', async () => {
    // The fourth would wait for a quarter of an hour.
    const slow = tokenBucket({ qps: 0.001, burst: 3 });
    expect(await waits(3, () => slow.wait(deadline(10_000)))).toHaveLength(3);
    const limiter = tokenBucket({ qps: 10, burst: 3 });
    const times = await waits(5, () => limiter.wait(deadline(10_000)));
    for (const [index, time] of times.slice(3).entries()) expect(time).toBeGreaterThanOrEqual((index + 1) * 100 - 2);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('fails at once where the time would be over first, and takes no token for it', async () => {
    const limiter = tokenBucket({ qps: 1, burst: 1 });
    await limiter.wait(deadline(1000));
    for (let count = 0; count < 100; count += 1) {
      await expect(limiter.wait(deadline(50))).rejects.toThrow('the client-side limit of 1 requests/s leaves no time');
    }
    // Would be too late if it had to wait for the others.
    await expect(limiter.wait(deadline(3000))).resolves.toBeUndefined();
  });

  it('gives back the token of who does not wait any longer', async () => {
    const limiter = tokenBucket({ qps: 5, burst: 1 });
    await limiter.wait(deadline(1000));
    const stop = new AbortController();
    const stopped = Array.from({ length: 20 }, () => limiter.wait(deadline(10_000, stop.signal)));
    stop.abort();
    for (const each of stopped) await expect(each).rejects.toThrow('aborted');
    // Would be too late if it had to wait for the others.
    await expect(limiter.wait(deadline(2000))).resolves.toBeUndefined();
  });

  it.each([
    { qps: 0, burst: 1 },
    { qps: 1, burst: 0 },
    { qps: NaN, burst: 1 },
  ])('through which nothing would ever pass is refused: %o', (limit) => {
    expect(() => tokenBucket(limit)).toThrow(RangeError);
  });
});
