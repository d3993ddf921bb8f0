import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from './clock.js';
import { WorkQueue } from './work-queue.js';

/** A clock that stands still until it is moved. */
function manualClock(): Clock & { advance(time: number): void; readonly pending: number } {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    after: (delay, callback) => {
      const timer = { at: now + delay, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get pending() {
      return timers.size;
    },
    advance: (time) => {
      const end = now + time;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = due.at;
        due.callback();
      }
      now = end;
    },
  };
}

const queueOf = (clock?: Clock) => new WorkQueue<string>((key) => key, clock === undefined ? {} : { clock });

describe('a work queue', () => {
  it('has a key once, however often it is added, in the order of the first time', async () => {
    const queue = queueOf();
    for (const key of ['a', 'b', 'a', 'a', 'b']) queue.add(key);
    expect(queue.depth).toBe(2);
    expect([await queue.take(), await queue.take()]).toEqual(['a', 'b']);
    expect(queue.depth).toBe(0);
  });

  it('gives a key that is added while it is worked on back once, when the work is done', async () => {
    const queue = queueOf();
    queue.add('a');
    await queue.take();
    for (let times = 0; times < 100; times += 1) queue.add('a');
    expect(queue.depth).toBe(0);
    queue.done('a');
    expect(queue.depth).toBe(1);
    await queue.take();
    queue.done('a');
    expect(queue.depth).toBe(0);
  });

  it('never has one key worked on twice at the same time, and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('add', 'later', 'wait', 'take', 'done'), fc.constantFrom('a', 'b', 'c'))),
        async (steps) => {
          const clock = manualClock();
          const queue = queueOf(clock);
          const active = new Set<string>();
          const owed = new Set<string>();
          const later = new Map<string, number>();
          const fall = (): void => {
            for (const [key, at] of later) if (at <= clock.now() && later.delete(key)) owed.add(key);
          };
          for (const [step, key] of steps) {
            if (step === 'add') {
              queue.add(key);
              owed.add(key);
            } else if (step === 'later') {
              queue.addAfter(key, 10);
              later.set(key, Math.min(later.get(key) ?? Infinity, clock.now() + 10));
            } else if (step === 'wait') {
              clock.advance(4);
              fall();
            } else if (step === 'take' && queue.depth > 0) {
              const taken = (await queue.take())!;
              expect(active.has(taken)).toBe(false);
              active.add(taken);
              owed.delete(taken);
            } else if (step === 'done' && active.delete(key)) {
              queue.done(key);
            }
          }
          for (const key of active) queue.done(key);
          clock.advance(10);
          fall();
          const rest = new Set<string>();
          while (queue.depth > 0) rest.add((await queue.take())!);
          expect(rest).toEqual(owed);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('adds a key later, at the earliest of the times that were asked for', async () => {
    const clock = manualClock();
    const queue = queueOf(clock);
    queue.addAfter('a', 1000);
    queue.addAfter('a', 100);
    queue.addAfter('a', 5000);
    clock.advance(99);
    expect(queue.depth).toBe(0);
    clock.advance(1);
    expect(queue.depth).toBe(1);
    await queue.take();
    queue.done('a');
    clock.advance(10_000);
    expect(queue.depth).toBe(0);
  });

  it('refuses a time that is none, which would come again for ever', () => {
    const clock = manualClock();
    expect(() => queueOf(clock).addAfter('a', Number.NaN)).toThrow(RangeError);
    expect(clock.pending).toBe(0);
  });

  it('waits longer than a timer can', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = queueOf();
    const month = 30 * 24 * 3_600_000;
    queue.addAfter('a', month);
    vi.advanceTimersByTime(month - 10);
    expect(queue.depth).toBe(0);
    vi.advanceTimersByTime(10);
    expect(queue.depth).toBe(1);
  });

  it('waits 5 ms after a failure, and twice as long after each further one, up to 1000 s, until it is forgotten', () => {
    const clock = manualClock();
    const queue = queueOf(clock);
    const waits: number[] = [];
    const failOnce = (): void => {
      queue.addRateLimited('a');
      const start = clock.now();
      while (queue.depth === 0) clock.advance(5);
      waits.push(clock.now() - start);
      void queue.take();
      queue.done('a');
    };
    for (let times = 0; times < 20; times += 1) failOnce();
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(waits.at(-1)).toBe(1_000_000);
    expect(queue.failures('a')).toBe(20);
    queue.forget('a');
    failOnce();
    expect(waits.at(-1)).toBe(5);
  });

  it('sends its takers away when it is closed, and takes nothing more', async () => {
    const clock = manualClock();
    const queue = queueOf(clock);
    const waiting = queue.take();
    queue.addAfter('later', 10);
    queue.close();
    expect(clock.pending).toBe(0);
    queue.add('a');
    queue.addAfter('b', 10);
    expect(clock.pending).toBe(0);
    expect(await waiting).toBeUndefined();
    expect(await queue.take()).toBeUndefined();
    expect(queue.depth).toBe(0);
  });

  it('tells what happens in it', async () => {
    const clock = manualClock();
    const seen: string[] = [];
    const queue = new WorkQueue<string>((key) => key, {
      clock,
      observer: {
        added: (depth) => seen.push(`added ${depth}`),
        started: (waited, depth) => seen.push(`started ${waited} ${depth}`),
        finished: (worked) => seen.push(`finished ${worked}`),
        retried: () => seen.push('retried'),
      },
    });
    queue.add('a');
    clock.advance(500);
    await queue.take();
    clock.advance(2000);
    queue.done('a');
    queue.addRateLimited('a');
    expect(seen).toEqual(['added 1', 'started 0.5 0', 'finished 2', 'retried']);
  });
});
