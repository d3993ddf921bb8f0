import { describe, expect, expectTypeOf, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { Shared } from '../cache/informer.js';
import type { Stored } from '../client/stored.js';
import type { ConfigMap } from '../k8s/core/v1.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { deferred } from '../timing/deferred.js';
import { channelSource } from './channel-source.js';
import type { DeliveryContext } from './deliver.js';
import { enqueueRequestForObject, enqueueRequestsFromMapFunc } from './event-handlers.js';
import { funcs } from './predicates.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';
import { timerSource } from './timer-source.js';

/** Starts a source, and records what it adds. */
async function started(source: Source) {
  const lines: Record<string, unknown>[] = [];
  const added: (Request & { priority?: number | undefined })[] = [];
  const stop = new AbortController();
  const queue = {
    add: (request: Request, options: { priority?: number | undefined } = {}) => added.push({ ...request, ...options }),
  };
  const clock = new FakeClock();
  const context: DeliveryContext = { signal: stop.signal, log: logInto(lines), clock };
  await source.start(queue, context);
  return { added, lines, clock, stop: () => stop.abort(), names: () => added.map(({ name }) => name) };
}

describe('a channel', () => {
  it('takes requests, also before the controller has started, and none after it has stopped', async () => {
    const channel = channelSource();
    channel.send({ name: 'early', namespace: 'here' });
    const { added, stop, names } = await started(channel);
    channel.send({ name: 'late' });
    await Promise.resolve();
    expect(added[0]).toEqual({ name: 'early', namespace: 'here' });
    expect(names()).toEqual(['early', 'late']);
    stop();
    channel.send({ name: 'too late' });
    await Promise.resolve();
    expect(names()).toEqual(['early', 'late']);
  });

  it('takes objects, of which a handler and its predicates hear as generic events', async () => {
    const object = (name: string, data: Record<string, string>): Stored<ConfigMap> => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'here', uid: 'u', resourceVersion: '1' },
      data,
    });
    const predicates = [funcs<ConfigMap>({ generic: (event) => event.object.data?.['wanted'] === 'yes' })];
    const channel = channelSource<ConfigMap>(enqueueRequestForObject, { predicates });
    expectTypeOf(channel.send).parameter(0).toEqualTypeOf<Shared<ConfigMap>>();
    const { added } = await started(channel);
    channel.send(object('a', { wanted: 'yes' }));
    channel.send(object('b', {}));
    expect(added).toEqual([{ name: 'a', namespace: 'here' }]);
    const mapped = channelSource<ConfigMap>(
      enqueueRequestsFromMapFunc(({ data }) => Object.keys(data ?? {}).map((name) => ({ name }))),
    );
    const { names } = await started(mapped);
    mapped.send(object('c', { x: '', y: '' }));
    expect(names()).toEqual(['x', 'y']);
  });

  it('takes anything that a function maps to requests, whose faults stay with what was sent', async () => {
    const channel = channelSource((numbers: readonly number[], { signal }) => {
      if (signal.aborted || numbers.length === 0) throw new Error('none');
      return numbers.map((each) => ({ name: `number-${each}` }));
    });
    const { names, lines } = await started(channel);
    channel.send([]);
    channel.send([1, 2]);
    await new Promise(setImmediate);
    expect(names()).toEqual(['number-1', 'number-2']);
    expect(lines).toMatchObject([{ level: 'error', error: { message: 'none' } }]);
  });

  it('calls a function that failed again with the same item, and not when the controller has stopped', async () => {
    let calls = 0;
    const channel = channelSource((item: string) => {
      if ((calls += 1) < 3) throw new Error('not yet');
      return [{ name: item }];
    });
    const { names, clock, stop } = await started(channel);
    channel.send('a');
    await clock.advanceAsync(15);
    expect(names()).toEqual(['a']);
    calls = 0;
    channel.send('b');
    await clock.advanceAsync(0);
    expect(clock.pending).toBe(1);
    stop();
    expect(clock.pending).toBe(0);
  });

  it('keeps only so much for a controller that has not started, and says what it has lost', async () => {
    const channel = channelSource((name: string) => [{ name }], { bufferSize: 2 });
    for (const name of ['a', 'b', 'c', 'd']) channel.send(name);
    const { names, lines } = await started(channel);
    await new Promise(setImmediate);
    expect(names()).toEqual(['c', 'd']);
    expect(lines).toMatchObject([{ level: 'warn', dropped: 2, bufferSize: 2 }]);
  });

  it('feeds one controller', async () => {
    const channel = channelSource();
    await started(channel);
    await expect(started(channel)).rejects.toThrow(/one controller/);
  });
});

describe('a timer', () => {
  it('asks at the start and then again and again, until the controller stops', async () => {
    const clock = new FakeClock();
    const { names, stop } = await started(timerSource(1000, [{ name: 'a' }, { name: 'b' }], { clock }));
    await clock.advanceAsync(0);
    expect(names()).toEqual(['a', 'b']);
    await clock.advanceAsync(2500);
    expect(names()).toHaveLength(6);
    stop();
    expect(clock.pending).toBe(0);
    await clock.advanceAsync(5000);
    expect(names()).toHaveLength(6);
  });

  it('asks a function each time, and goes on when that fails', async () => {
    const clock = new FakeClock();
    let calls = 0;
    const find = async (): Promise<Request[]> => {
      if ((calls += 1) === 2) throw new Error('away');
      return [{ name: `round-${calls}` }];
    };
    const { added, lines } = await started(timerSource(1000, find, { clock, priority: -100 }));
    await clock.advanceAsync(2000);
    expect(added).toEqual([
      { name: 'round-1', priority: -100 },
      { name: 'round-3', priority: -100 },
    ]);
    expect(lines).toMatchObject([{ level: 'error', period: 1000, error: { message: 'away' } }]);
  });

  it('does not go on when the controller stops while its function looks', async () => {
    const clock = new FakeClock();
    const found = deferred<Request[]>();
    const { stop } = await started(timerSource(1000, () => found.promise, { clock }));
    stop();
    found.resolve([]);
    await clock.advanceAsync(0);
    expect(clock.pending).toBe(0);
  });

  it.each([0, -1, Number.NaN])('has no period of %d', (period) => {
    expect(() => timerSource(period, [])).toThrow(RangeError);
  });
});
