import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto, silentLogger } from '../../../test/support/logs.js';
import { oddValues } from '../../../test/support/odd-values.js';
import { InexactNumberError } from '../json/parse-json.js';
import { noMetrics, type ControllerMetrics } from '../metrics/metrics.js';
import type { RateLimiter } from '../queue/rate-limiter.js';
import { parseQuantity } from '../scalars/quantity.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { Controller, type ControllerParts } from './controller.js';
import { lowPriority } from './deliver.js';
import { createReconcileHistory } from './reconcile-history.js';
import type { RequestQueue } from './event-handlers.js';
import { TerminalError, type Context, type Reconciler, type Request, type Result } from './reconciler.js';
import type { Source } from './source.js';

/** Starts a controller whose requests the test sends. */
function running(
  reconcile: Reconciler['reconcile'],
  { sources = [], ...options }: Partial<Omit<ControllerParts, 'reconciler' | 'log' | 'name'>> = {},
) {
  const work = new AbortController();
  const cutOff = new AbortController();
  const lines: Record<string, unknown>[] = [];
  let queue: RequestQueue | undefined;
  const byHand: Source = { label: 'by hand', start: async (given) => void (queue = given) };
  const controller = new Controller({
    mayAct: () => true,
    metrics: noMetrics.controller('test', 1),
    ...options,
    name: 'test',
    reconciler: { reconcile },
    sources: [byHand, ...sources],
    log: logInto(lines, { level: 'debug' }),
  });
  const ended = controller.start(work.signal, cutOff.signal);
  return {
    controller,
    ended,
    add: (...names: string[]) => names.forEach((name) => queue?.add({ namespace: 'default', name })),
    addLow: (...names: string[]) =>
      names.forEach((name) => queue?.add({ namespace: 'default', name }, { priority: lowPriority })),
    stop: () => {
      work.abort();
      return ended;
    },
    cutOff: () => cutOff.abort(),
    lines,
    failures: () => lines.filter(({ level }) => level === 'error'),
  };
}

/** Metrics that record their calls. */
function notingMetrics() {
  const noted: string[] = [];
  const metrics: ControllerMetrics = {
    queue: {},
    reconcileStarted: () => (result) => noted.push(result),
    terminalError: () => noted.push('terminal'),
    panic: () => noted.push('panic'),
    timeout: () => noted.push('timeout'),
  };
  return { metrics, noted };
}

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
      // Without a pause, an immediate requeue would make the test hang instead of fail.
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

  it('begins the back-off again after a success', async () => {
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

  it('lets a live event pass what was there at the start, and what waits already when it is added again', async () => {
    const calls: string[] = [];
    const { add, addLow, stop } = running(async ({ name }) => {
      calls.push(name);
      await sleep(1);
    });
    addLow('a', 'b', 'c', 'd');
    add('live', 'c');
    await eventually(() => expect(calls).toHaveLength(5));
    await stop();
    expect(calls).toEqual(['live', 'c', 'a', 'b', 'd']);
  });

  it('takes keys in the order in which they came where priorities are off', async () => {
    const calls: string[] = [];
    const reconcile = async ({ name }: Request): Promise<void> => void calls.push(name);
    const { add, addLow, stop } = running(reconcile, { usePriorityQueue: false });
    addLow('a', 'b');
    add('c');
    await eventually(() => expect(calls).toHaveLength(3));
    await stop();
    expect(calls).toEqual(['a', 'b', 'c']);
  });

  it('tries again with the priority that the key had, or with the one that the reconcile asks for', async () => {
    const calls: string[] = [];
    const clock = new FakeClock();
    const { add, addLow, stop } = running(
      async ({ name }) => {
        calls.push(name);
        if (calls.length > 3) return;
        if (name === 'low') throw new Error('not yet');
        return { requeueAfter: 5, priority: name === 'raised' ? 10 : undefined };
      },
      { clock },
    );
    addLow('low');
    await clock.advanceAsync(0);
    add('same', 'raised');
    await clock.advanceAsync(0);
    expect(calls).toEqual(['low', 'same', 'raised']);
    // All three are due at the same time.
    await clock.advanceAsync(10);
    expect(calls.slice(3)).toEqual(['raised', 'same', 'low']);
    await stop();
  });

  it('leaves no timer behind', async () => {
    const clock = new FakeClock();
    let calls = 0;
    const { add, stop } = running(() => Promise.resolve(void (calls += 1)), { clock });
    add('a', 'b');
    await clock.advanceAsync(0);
    expect([calls, clock.pending]).toEqual([2, 0]);
    await stop();
  });

  it.each([
    [5, /returned 5$/],
    ['soon', /returned 'soon'$/],
    [{ requeueAfter: 'x' }, /requeueAfter: milliseconds.*returned \{ requeueAfter: 'x' \}$/],
    [{ requeueAfter: Infinity }, /returned \{ requeueAfter: Infinity \}$/],
    [{ priority: {} }, /returned \{ priority: \{\} \}$/],
  ])('says what a reconcile has to return when it returns %j, and tries again', async (answer, message) => {
    const clock = new FakeClock();
    let calls = 0;
    const reconcile = async (): Promise<Result> => ((calls += 1) < 3 ? (answer as Result) : {});
    const { add, stop, failures } = running(reconcile, { clock });
    add('a');
    await clock.advanceAsync(15);
    expect(calls).toBe(3);
    await stop();
    expect(failures()).toHaveLength(2);
    expect(failures()[0]).toMatchObject({ name: 'a', error: { message: expect.stringMatching(message) as string } });
  });

  const limiter = { when: () => 5, forget: () => undefined, numRequeues: () => 0 };
  it.each<[string, Partial<Record<keyof RateLimiter, () => unknown>>, string]>([
    ['waits for NaN', { when: () => Number.NaN }, 'when() of a rate limiter answered NaN'],
    ['waits for a negative time', { when: () => -1 }, 'when() of a rate limiter answered -1'],
    ['waits forever', { when: () => Infinity }, 'when() of a rate limiter answered Infinity'],
    ['waits for nothing', { when: () => undefined }, 'when() of a rate limiter answered undefined'],
    ['waits for a promise', { when: () => Promise.resolve(5) }, 'when() of a rate limiter answered object'],
    ['throws', { when: () => thrown(new Error('no time')) }, 'no time'],
    ['throws when it forgets', { when: () => 10, forget: () => thrown(new Error('no memory')) }, 'no memory'],
    ['throws when it counts', { when: () => 10, numRequeues: () => thrown(new Error('no count')) }, 'no count'],
    ['counts no number', { when: () => 10, numRequeues: () => Number.NaN }, 'numRequeues() of a rate limiter answered'],
  ])('survives a rate limiter that %s, and does not retry at once', async (_, odd, message) => {
    const clock = new FakeClock();
    let calls = 0;
    const reconcile = async ({ name }: Request): Promise<void> => {
      if (name === 'bad' && (calls += 1) < 3) throw new Error('not yet');
    };
    const rateLimiter = { ...limiter, ...odd } as RateLimiter;
    const { add, stop, failures, controller } = running(reconcile, { clock, rateLimiter });
    add('bad', 'good');
    await clock.advanceAsync(4);
    expect(calls).toBe(1);
    expect(controller.state(0).retries).toHaveLength(1);
    // The usual backoff, of 5 ms and then 10 ms, or 10 ms twice.
    await clock.advanceAsync(16);
    expect(calls).toBe(3);
    await stop();
    const errors = failures().map(({ error }) => (error as Error).message);
    expect(errors.filter((each) => each === 'not yet')).toHaveLength(2);
    expect(errors.some((each) => each.includes(message))).toBe(true);
  });

  const missing = undefined as unknown as { spec: string };
  const text: unknown = 'no';
  it.each<[string, () => unknown, string[]]>([
    ['throws an error', () => thrown(new Error('no')), ['error']],
    ['throws at once, as a function that is not async does', () => thrown(new Error('no')), ['error']],
    ['rejects', () => Promise.reject(new Error('no')), ['error']],
    ['rejects with a text', () => Promise.reject(text), ['error', 'panic']],
    ['throws nothing at all', () => thrown(undefined), ['error', 'panic']],
    ['reads a property of undefined', () => missing.spec, ['error', 'panic']],
    ['lost a connection in fetch', () => thrown(new TypeError('fetch failed', { cause: new Error() })), ['error']],
    ['would write a number of a user as another', () => thrown(new InexactNumberError('a', 'update', 'b')), ['error']],
    ['was given a quantity that is none', () => parseQuantity('1e1.5'), ['error']],
    ['fails for good', () => thrown(new TerminalError('never')), ['error', 'terminal']],
    ['fails for good below', () => thrown(new Error('no', { cause: new TerminalError('x') })), ['error', 'terminal']],
  ])('counts a reconcile that %s, and goes on with the others', async (_, fail, expected) => {
    const { metrics, noted } = notingMetrics();
    let calls = 0;
    const { add, stop, failures } = running(
      ({ name }) => {
        if (name !== 'bad') return Promise.resolve();
        return (calls += 1) === 1 ? (fail() as Promise<void>) : Promise.resolve();
      },
      { metrics },
    );
    add('bad', 'good');
    await eventually(() => expect(noted).toContain('success'));
    await sleep(30);
    await stop();
    const isTerminal = expected.includes('terminal');
    expect(noted.filter((each) => each !== 'success')).toEqual(expected);
    expect(calls).toBe(isTerminal ? 1 : 2);
    expect(failures()).toMatchObject([{ name: 'bad', error: { message: expect.any(String) as string } }]);
  });

  it.each(oddValues)('goes on after %s was thrown, and records it', async (_, make) => {
    const history = createReconcileHistory();
    let calls = 0;
    const reconcile = async ({ name }: Request): Promise<void> => {
      if (name !== 'bad') return;
      if ((calls += 1) === 1) throw make();
    };
    const { add, stop, failures } = running(reconcile, { history });
    add('bad', 'good');
    await eventually(() => expect(calls).toBe(2));
    await stop();
    expect(failures()).toMatchObject([{ name: 'bad' }]);
    expect(
      history
        .objects()
        .flatMap(([, reconciles]) => reconciles.map(({ result }) => result))
        .toSorted(),
    ).toEqual(['error', 'success', 'success']);
  });

  it('ends with a bug in the code if configured to', async () => {
    const { add, ended } = running(() => Promise.resolve(missing.spec as unknown as Result), { recoverPanic: false });
    add('a');
    await expect(ended).rejects.toThrow(TypeError);
  });

  describe('whose reconcile does not end', () => {
    const never = (): Promise<void> => new Promise(() => undefined);

    it('says so after a minute, once, with the object and the reconcile', async () => {
      const clock = new FakeClock();
      const { add, lines } = running(never, { clock });
      add('stuck');
      await clock.advanceAsync(59_999);
      expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
      await clock.advanceAsync(600_000);
      expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
        {
          msg: expect.stringContaining('takes long') as string,
          namespace: 'default',
          name: 'stuck',
          milliseconds: 60_000,
        },
      ]);
      expect(lines.at(-1)!['reconcileID']).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('aborts its signal at the deadline, counts it at once, and says so when that changes nothing', async () => {
      const clock = new FakeClock();
      const { metrics, noted } = notingMetrics();
      const signals: AbortSignal[] = [];
      const { add, lines } = running(
        (_, { signal }) => {
          signals.push(signal);
          return never();
        },
        { clock, metrics, reconciliationTimeout: 2000 },
      );
      add('stuck');
      await clock.advanceAsync(1999);
      expect([signals[0]!.aborted, noted]).toEqual([false, []]);
      await clock.advanceAsync(1);
      expect([signals[0]!.aborted, noted]).toEqual([true, ['timeout']]);
      expect(signals[0]!.reason).toMatchObject({
        name: 'TimeoutError',
        message: expect.stringContaining('2000 ms') as string,
      });
      await clock.advanceAsync(60_000);
      expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
        { msg: expect.stringContaining('although its signal was aborted') as string, name: 'stuck' },
      ]);
      expect(noted).toEqual(['timeout']);
    });

    it('holds the process up no longer once it is cut off', async () => {
      const clock = new FakeClock();
      const { add, stop, cutOff } = running(never, { clock, reconciliationTimeout: 2000 });
      add('stuck');
      await clock.advanceAsync(0);
      void stop();
      expect(clock.pending).toBe(1);
      cutOff();
      expect(clock.pending).toBe(0);
    });

    it('gives a signal that is asked for late as it is by then', async () => {
      const clock = new FakeClock();
      const states: boolean[] = [];
      const { add, stop } = running(
        async (_, context) => {
          await new Promise<void>((resolve) => clock.after(50, resolve));
          states.push(context.signal.aborted);
        },
        { clock, reconciliationTimeout: 20 },
      );
      add('a');
      await clock.advanceAsync(50);
      expect(states).toEqual([true]);
      await stop();
    });

    it('keeps the other workers busy', async () => {
      const calls: string[] = [];
      const { add } = running(({ name }) => (name === 'stuck' ? never() : Promise.resolve(void calls.push(name))), {
        maxConcurrentReconciles: 2,
      });
      add('stuck', 'a', 'b', 'stuck');
      await eventually(() => expect(calls).toEqual(['a', 'b']));
    });
  });

  it('lets timers have their turn while it works through keys that need no waiting', async () => {
    let [calls, ticks] = [0, 0];
    const timer = setInterval(() => (ticks += 1), 1);
    onTestFinished(() => clearInterval(timer));
    const { add, stop } = running(async () => {
      calls += 1;
      for (const end = performance.now() + 0.05; performance.now() < end;);
    });
    add(...Array.from({ length: 6000 }, (_, index) => `key-${index}`));
    ticks = 0;
    await eventually(() => expect(calls).toBe(6000));
    await stop();
    // The whole takes at least 300 ms, with a turn every 10 ms.
    expect(ticks).toBeGreaterThan(10);
  });

  describe('before it has seen what was there', () => {
    const failing: Source = {
      label: 'foos.example.com',
      lastError: new Error('the server could not find the requested resource'),
      start: () => new Promise(() => undefined),
    };

    it('waits, however long it takes, and says for what', async () => {
      const clock = new FakeClock();
      const { lines, controller, add, stop } = running(() => Promise.resolve(), { clock, sources: [failing] });
      add('a');
      await clock.advanceAsync(90_000);
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatchObject({
        level: 'warn',
        waitingFor: 'foos.example.com: the server could not find the requested resource',
      });
      expect(controller.isFilled).toBe(false);
      await stop();
      expect(clock.pending).toBe(0);
    });

    it('gives up where it is given a time', async () => {
      const clock = new FakeClock();
      const { ended } = running(() => Promise.resolve(), { clock, sources: [failing], cacheSyncTimeout: 10_000 });
      const failure = ended.catch((error: unknown) => error);
      await clock.advanceAsync(10_000);
      expect(await failure).toMatchObject({
        name: 'CacheSyncError',
        message: expect.stringMatching(/test.*10000 ms: foos\.example\.com: the server could not find/) as string,
      });
      expect(clock.pending).toBe(0);
    });

    it('ends with the error of a source that cannot start', async () => {
      const broken: Source = { label: 'broken', start: () => Promise.reject(new Error('no such port')) };
      const { ended } = running(() => Promise.resolve(), { sources: [broken] });
      await expect(ended).rejects.toThrow('no such port');
    });

    it('reads it before it leads where that is on, once, and reconciles nothing', async () => {
      let starts = 0;
      const calls: string[] = [];
      const source: Source = {
        label: 'test',
        start: async (queue) => {
          starts += 1;
          queue.add({ name: 'a' });
        },
      };
      const make = (enableWarmup: boolean) =>
        new Controller({
          name: 'test',
          enableWarmup,
          sources: [source],
          mayAct: () => true,
          metrics: noMetrics.controller('test', 1),
          log: silentLogger,
          reconciler: { reconcile: async ({ name }) => void calls.push(name) },
        });
      const work = new AbortController();
      const cold = make(false);
      await cold.warmup(work.signal);
      expect([starts, cold.isFilled]).toEqual([0, false]);
      const warm = make(true);
      await warm.warmup(work.signal);
      expect([starts, warm.isFilled, calls]).toEqual([1, true, []]);
      const ended = warm.start(work.signal, new AbortController().signal);
      await eventually(() => expect(calls).toEqual(['a']));
      work.abort();
      await ended;
      expect(starts).toBe(1);
    });
  });

  it('asks no one whether it may act where it needs no lease', async () => {
    let calls = 0;
    const { add, stop, controller } = running(() => Promise.resolve(void (calls += 1)), {
      mayAct: () => false,
      needLeaderElection: false,
    });
    add('a');
    await eventually(() => expect(calls).toBe(1));
    expect(controller.needLeaderElection).toBe(false);
    await stop();
  });
});

function thrown(value: unknown): never {
  throw value;
}
