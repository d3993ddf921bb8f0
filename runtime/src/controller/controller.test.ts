import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log/logger.js';
import { noMetrics } from '../metrics/metrics.js';
import { Controller } from './controller.js';
import type { RequestQueue } from './event-handlers.js';
import type { ControllerOptions } from './options.js';
import { TerminalError, type Context, type Reconciler } from './reconciler.js';

/** A controller that is fed by hand, running. */
function running(reconcile: Reconciler['reconcile'], options: ControllerOptions & { mayAct?: () => boolean } = {}) {
  const work = new AbortController();
  const cutOff = new AbortController();
  const lines: Record<string, unknown>[] = [];
  let queue: RequestQueue | undefined;
  const controller = new Controller({
    mayAct: () => true,
    ...options,
    name: 'test',
    reconciler: { reconcile },
    sources: [
      {
        label: 'test',
        start: (given) => {
          queue = given;
          return Promise.resolve();
        },
      },
    ],
    log: createLogger({ level: 'debug', write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    metrics: noMetrics.controller('test', 1),
  });
  const ended = controller.start(work.signal, cutOff.signal);
  return {
    add: (...names: string[]) => names.forEach((name) => queue?.add({ namespace: 'default', name })),
    stop: () => {
      work.abort();
      return ended;
    },
    cutOff: () => cutOff.abort(),
    lines,
  };
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5000, interval: 2 });

describe('a controller', () => {
  it('reconciles a key once or twice for a hundred events', async () => {
    const calls: string[] = [];
    const { add, stop } = running(async ({ name }) => {
      calls.push(name);
      await sleep(20);
    });
    for (let times = 0; times < 100; times += 1) add('a');
    await sleep(5);
    for (let times = 0; times < 100; times += 1) add('a');
    await eventually(() => expect(calls.length).toBe(2));
    await sleep(40);
    await stop();
    expect(calls).toEqual(['a', 'a']);
  });

  it('goes on with the others when one fails, and tries that one again, later and later', async () => {
    const times: number[] = [];
    let others = 0;
    const { add, stop, lines } = running(({ name }) => {
      if (name !== 'bad') others += 1;
      else if (times.push(performance.now()) < 5) throw new Error('not yet');
      return Promise.resolve();
    });
    add('bad', 'a', 'b', 'c');
    await eventually(() => expect(times.length).toBe(5));
    expect(others).toBe(3);
    const waits = times.slice(1).map((time, index) => time - times[index]!);
    for (const [index, least] of [5, 10, 20, 40].entries()) expect(waits[index]).toBeGreaterThan(least - 2);
    await stop();
    const failures = lines.filter(({ level }) => level === 'error');
    expect(failures.map(({ failures: count }) => count)).toEqual([1, 2, 3, 4]);
    expect(failures[0]).toMatchObject({ namespace: 'default', name: 'bad', error: { message: 'not yet' } });
    expect(failures[0]!['reconcileID']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('looks again after the time that a reconcile asks for', async () => {
    let calls = 0;
    const { add, stop } = running(() => Promise.resolve((calls += 1) < 3 ? { requeueAfter: 10 } : undefined));
    add('a');
    await eventually(() => expect(calls).toBe(3));
    await sleep(50);
    expect(calls).toBe(3);
    await stop();
  });

  it.each([0, -1])('is done with a key whose reconcile asks for %d ms', async (requeueAfter) => {
    let calls = 0;
    const { add, stop } = running(async () => {
      // Were it to come again at once, without a pause the test would hang and not fail.
      await sleep(1);
      calls += 1;
      return { requeueAfter };
    });
    add('a');
    await sleep(50);
    await stop();
    expect(calls).toBe(1);
  });

  it('takes a time that is none for a failure of the reconcile', async () => {
    const { add, stop, lines } = running(() => Promise.resolve({ requeueAfter: Number.NaN }));
    add('a');
    await eventually(() => expect(lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(2));
    await stop();
    const failures = lines.filter(({ level }) => level === 'error');
    expect(failures.map(({ failures: count }) => count).slice(0, 3)).toEqual([1, 2, 3]);
    expect(failures[0]).toMatchObject({ error: { message: expect.stringContaining('NaN') } });
  });

  it('begins the back-off anew after a success', async () => {
    const counts: unknown[] = [];
    const fails = [true, true, false, true, false];
    let calls = 0;
    const { add, stop, lines } = running(() => {
      calls += 1;
      if (fails[calls - 1]) throw new Error('not yet');
      return Promise.resolve();
    });
    add('a');
    await eventually(() => expect(calls).toBe(3));
    add('a');
    await eventually(() => expect(calls).toBe(5));
    await stop();
    for (const { level, failures } of lines) if (level === 'error') counts.push(failures);
    expect(counts).toEqual([1, 2, 1]);
  });

  it('does not try again after a terminal error', async () => {
    let calls = 0;
    const { add, stop } = running(() => {
      calls += 1;
      throw new TerminalError('never');
    });
    add('a');
    await sleep(50);
    expect(calls).toBe(1);
    await stop();
  });

  it('works on as many different keys at a time as it may, and on no key twice', async () => {
    let most = 0;
    const active = new Set<string>();
    const { add, stop } = running(
      async ({ name }) => {
        expect(active.has(name)).toBe(false);
        active.add(name);
        most = Math.max(most, active.size);
        await sleep(10);
        active.delete(name);
      },
      { maxConcurrentReconciles: 3 },
    );
    add('a', 'b', 'c', 'd', 'e', 'a', 'b');
    await sleep(5);
    add('a', 'b', 'c');
    await sleep(80);
    await stop();
    expect(most).toBe(3);
  });

  it('aborts a reconcile that takes longer than it may', async () => {
    const reasons: unknown[] = [];
    const { add, stop } = running(
      (_, { signal }: Context) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve();
          });
        }),
      { reconciliationTimeout: 20 },
    );
    add('a');
    await eventually(() => expect(reasons).toHaveLength(1));
    expect(reasons[0]).toMatchObject({ name: 'TimeoutError' });
    await stop();
  });

  it('lets the running reconcile end when it is stopped, and begins no other', async () => {
    const ended: string[] = [];
    const { add, stop } = running(async ({ name }, { signal }) => {
      await sleep(50, undefined, { signal });
      ended.push(name);
    });
    add('a', 'b');
    await sleep(10);
    await stop();
    expect(ended).toEqual(['a']);
  });

  it('cuts the running reconcile off when the time to stop is over', async () => {
    const { add, stop, cutOff, lines } = running((_, { signal }) => sleep(10_000, undefined, { signal }));
    add('a');
    await sleep(10);
    const stopped = stop();
    cutOff();
    await stopped;
    expect(lines.map(({ msg }) => msg)).toContain('reconcile was cut off');
  });

  it('begins nothing while it may not act', async () => {
    let calls = 0;
    const { add, stop } = running(() => Promise.resolve(void (calls += 1)), { mayAct: () => false });
    add('a');
    await sleep(20);
    await stop();
    expect(calls).toBe(0);
  });
});
