import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import type { Clock } from '../timing/clock.js';
import type { UnfinishedWork } from './queue-observer.js';
import { WorkQueue } from './work-queue.js';

const queueOf = (clock?: Clock) => new WorkQueue<string>((key) => key, clock === undefined ? {} : { clock });

describe('a work queue', () => {
  it('has a key once, however often it is added, in the order of the first time', async () => {
    const queue = queueOf();
    for (const key of ['a', 'b', 'a', 'a', 'b']) queue.add(key);
    expect(queue.depth).toBe(2);
    expect([(await queue.take())?.key, (await queue.take())?.key]).toEqual(['a', 'b']);
    expect(queue.depth).toBe(0);
  });

  it('gives a key that is added while it is worked on back once, when the work is done', async () => {
    const queue = queueOf();
    queue.add('a');
    await queue.take();
    for (let times = 0; times < 100; times += 1) queue.add('a');
    expect(queue.depth).toBe(1);
    queue.done('a');
    expect(queue.depth).toBe(1);
    await queue.take();
    queue.done('a');
    expect(queue.depth).toBe(0);
  });

  it('takes a key of a low priority every fifth turn while a hot key comes again and again', async () => {
    const queue = queueOf();
    for (const key of ['old-1', 'old-2']) queue.add(key, { priority: -100 });
    const taken: (string | undefined)[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      queue.add('hot');
      const next = await queue.take();
      taken.push(next?.key);
      queue.done(next!.key);
    }
    const hot = ['hot', 'hot', 'hot', 'hot'];
    expect(taken).toEqual([...hot, 'old-1', ...hot, 'old-2', 'hot']);
  });

  it('adds a key later, at the earliest of the times that were asked for', async () => {
    const clock = new FakeClock();
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

  it('refuses a time that is none, which would come again forever', () => {
    const clock = new FakeClock();
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
    const clock = new FakeClock();
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
    const clock = new FakeClock();
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
    const clock = new FakeClock();
    const seen: string[] = [];
    const unfinished: (() => UnfinishedWork)[] = [];
    const queue = new WorkQueue<string>((key) => key, {
      clock,
      observer: {
        opened: (work) => unfinished.push(work),
        added: (priority) => seen.push(`added ${priority}`),
        raised: (before, priority) => seen.push(`raised ${before} ${priority}`),
        started: (waited, priority) => seen.push(`started ${waited} ${priority}`),
        finished: (worked) => seen.push(`finished ${worked}`),
        retried: () => seen.push('retried'),
        closed: () => seen.push('closed'),
      },
    });
    queue.add('a', { priority: -100 });
    queue.add('a');
    clock.advance(500);
    await queue.take();
    queue.add('b');
    await queue.take();
    clock.advance(2000);
    expect(unfinished[0]!()).toEqual({ seconds: 4, longest: 2 });
    queue.done('a');
    expect(unfinished[0]!()).toEqual({ seconds: 2, longest: 2 });
    queue.addRateLimited('a');
    queue.addAfter('c', 10);
    queue.close();
    queue.close();
    const story = ['added -100', 'raised -100 0', 'started 0.5 0', 'added 0', 'started 0 0', 'finished 2'];
    expect(seen).toEqual([...story, 'retried', 'retried', 'closed']);
  });
});
