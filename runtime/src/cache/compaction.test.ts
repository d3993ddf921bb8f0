import { expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { Compaction } from './compaction.js';

it('collects once, after the last of several caches was filled', () => {
  const clock = new FakeClock();
  const collect = vi.fn<() => void>();
  const compaction = new Compaction(clock, collect);
  compaction.filled();
  clock.advance(9000);
  compaction.filled();
  clock.advance(9000);
  expect(collect).not.toHaveBeenCalled();
  clock.advance(1000);
  expect(collect).toHaveBeenCalledExactlyOnceWith({ type: 'major', execution: 'async', flavor: 'last-resort' });
  clock.advance(60_000);
  expect(collect).toHaveBeenCalledOnce();
  compaction.filled();
  clock.advance(10_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('collects nothing after it was stopped, or without --expose-gc', () => {
  const clock = new FakeClock();
  const collect = vi.fn<() => void>();
  const compaction = new Compaction(clock, collect);
  compaction.filled();
  compaction.stop();
  expect(clock.pending).toBe(0);
  new Compaction(clock).filled();
  expect(clock.pending).toBe(0);
});
