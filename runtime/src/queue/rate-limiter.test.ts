import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  maxOfRateLimiter,
} from './rate-limiter.js';

const times = (count: number, each: () => number): number[] => Array.from({ length: count }, each);

describe('a rate limiter', () => {
  it('waits 5 ms after a failure and twice as long after each further one, up to 1000 s, until it forgets the key', () => {
    const limiter = itemExponentialFailureRateLimiter();
    const waits = times(2000, () => limiter.when('a'));
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 80, 160]);
    expect(waits[17]).toBe(655_360);
    expect(waits.slice(18).every((wait) => wait === 1_000_000)).toBe(true);
    expect(limiter.numRequeues('a')).toBe(2000);
    expect(limiter.when('b')).toBe(5);
    limiter.forget('a');
    expect([limiter.numRequeues('a'), limiter.when('a')]).toEqual([0, 5]);
  });

  it('lets a burst through, and then so many a second, over all keys', () => {
    const clock = new FakeClock();
    const limiter = bucketRateLimiter({ qps: 10, burst: 3, clock });
    expect(times(5, () => limiter.when('a'))).toEqual([0, 0, 0, 100, 200]);
    clock.advance(100);
    expect(limiter.when('b')).toBe(200);
    clock.advance(100_000);
    expect(times(4, () => limiter.when('c'))).toEqual([0, 0, 0, 100]);
    expect(() => bucketRateLimiter({ qps: 0 })).toThrow(RangeError);
  });

  it('is the slowest of several, all of which hear of every failure', () => {
    const clock = new FakeClock();
    const [item, bucket] = [itemExponentialFailureRateLimiter(), bucketRateLimiter({ qps: 10, burst: 2, clock })];
    const limiter = maxOfRateLimiter(item, bucket);
    expect(times(4, () => limiter.when('a'))).toEqual([5, 10, 100, 200]);
    expect(limiter.numRequeues('a')).toBe(4);
    limiter.forget('a');
    expect(limiter.numRequeues('a')).toBe(0);
  });

  it('is by default a back-off for each key, and 10 a second over all after a burst of 100', () => {
    const limiter = defaultControllerRateLimiter();
    let index = 0;
    const waits = times(102, () => limiter.when(`key-${(index += 1)}`));
    expect(waits.slice(0, 100).every((wait) => wait === 5)).toBe(true);
    expect(waits[101]).toBeGreaterThan(100);
  });
});
