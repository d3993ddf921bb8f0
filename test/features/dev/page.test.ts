import { describe, expect, it } from 'vitest';
import type { Client } from '@operator-gen/runtime';
import { differencesOf } from '../../../src/features/dev/log/differences.js';
import { clusterEvents } from '../../../src/features/dev/page/cluster-events.js';
import type { PageWrite } from '../../../src/features/dev/page/data.js';
import { Recorder } from '../../../src/features/dev/page/recorder.js';
import { WriteReader, type Written } from '../../../src/features/dev/page/writes.js';

const subject = { controller: 'web', object: 'default/x' };
const reconciled = (at: number, result = 'success') => ({ ...subject, endedAt: at, milliseconds: 3, result });
const failed = { event: 'failed', ...subject, error: 'Error: no', at: 'src/a.ts:1:2' } as const;

describe('what the page knows', () => {
  it('of an object: its reconciles, and its error until one succeeds', () => {
    const recorder = new Recorder('run');
    recorder.reconciled(reconciled(1), ['update webs default/x']);
    recorder.message(failed, 'web default/x failed: Error: no\nat src/a.ts:1:2\n');
    recorder.reconciled(reconciled(2, 'error'));
    const { objects, lines, version } = recorder.since(0, 'run');
    expect(objects).toEqual([
      {
        ...subject,
        ...{ reconciles: 2, failures: 1, error: 'Error: no', errorAt: 'src/a.ts:1:2' },
        last: [
          { at: 1, milliseconds: 3, result: 'success', wrote: ['update webs default/x'] },
          { at: 2, milliseconds: 3, result: 'error' },
        ],
      },
    ]);
    expect(lines.map(({ text }) => text)).toEqual(['web default/x failed: Error: no', 'at src/a.ts:1:2']);
    recorder.reconciled(reconciled(3), []);
    const [object] = recorder.since(version, 'run').objects;
    expect(object).toMatchObject({ reconciles: 3, failures: 1 });
    expect(object).not.toHaveProperty('error');
  });

  it('since a version: only what has changed; all for another run', () => {
    const recorder = new Recorder('run');
    recorder.reconciled(reconciled(1));
    const { version } = recorder.since(0, '');
    expect(recorder.since(version, 'run').objects).toEqual([]);
    expect(recorder.since(version, 'other').objects).toHaveLength(1);
    expect(recorder.since(99, 'run').objects).toHaveLength(1);
    recorder.reconciled({ ...reconciled(2), object: 'default/y' });
    expect(recorder.since(version, 'run').objects.map(({ object }) => object)).toEqual(['default/y']);
  });

  it('of queues: their depths, once a second', () => {
    const recorder = new Recorder('run');
    const state = { controllers: [{ controller: 'web', queue: { ready: 5, delayed: 2, processing: 1 } }] };
    for (const at of [0, 500, 1_000, 1_999]) recorder.state(state, at);
    const { samples } = recorder.since(0, 'run');
    expect(samples.map(({ at }) => at)).toEqual([0, 1_000]);
    expect(samples[0]!.queues).toEqual([{ controller: 'web', ready: 5, delayed: 2, processing: 1 }]);
    recorder.state({ controllers: 3 }, 9_000);
    expect(recorder.since(0, 'run').samples.at(-1)).toEqual({ at: 9_000, queues: [] });
  });

  it('of events: each once', () => {
    const recorder = new Recorder('run');
    const event = { id: 'a 1', at: 1, type: 'Normal', reason: 'Created', object: 'Web default/x', text: 'created' };
    recorder.events([event]);
    recorder.events([event, { ...event, id: 'b 1' }]);
    expect(recorder.since(0, 'run').events.map(({ id }) => id)).toEqual(['a 1', 'b 1']);
  });

  it('of 20,000 objects: the last 10,000', () => {
    const recorder = new Recorder('run');
    for (let index = 0; index < 20_000; index += 1)
      recorder.reconciled({ ...reconciled(index), object: `default/${index}` });
    const { objects } = recorder.since(0, 'run');
    expect([objects.length, objects[0]!.object]).toEqual([10_000, 'default/10000']);
  });
});

/** Returns a client that reads these states of an object, one after the other. */
function clientOf(...states: readonly object[]): Client {
  const left = [...states];
  return {
    restMapper: { kindFor: async () => ({ kind: 'Any' }) },
    kindOf: async () => ({}),
    get: async () => left.shift() ?? Promise.reject(new Error('not found')),
  } as unknown as Client;
}

const target = { group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: 'default', name: 'a' };
const write = (verb: string, more: Partial<typeof target> = {}): Written => ({
  verb,
  at: 1,
  target: { ...target, ...more },
});

async function told(client: Client, ...writes: readonly Written[]): Promise<readonly PageWrite[]> {
  const found: PageWrite[] = [];
  const reader = new WriteReader(client, (each) => found.push(each));
  for (const each of writes) reader.take(each);
  await reader.settled();
  return found;
}

describe('the differences of a write', () => {
  it('are those to the state before it, without what every write changes', async () => {
    const states = [
      { metadata: { resourceVersion: '1' }, data: { a: 'x', gone: 'y' } },
      { metadata: { resourceVersion: '2' }, data: { a: 'z', new: '<b>' } },
    ];
    const [first, second] = await told(clientOf(...states), write('create'), write('update'));
    expect(first).toMatchObject({ object: 'configmaps default/a' });
    expect(first!.differences!.map(({ path }) => path)).toEqual(['metadata', 'data']);
    expect(second!.differences).toEqual([
      { path: 'data.a', before: '"x"', after: '"z"' },
      { path: 'data.gone', before: '"y"' },
      { path: 'data.new', after: '"<b>"' },
    ]);
  });

  it.each([
    ['the first update', write('update'), [{}], 'the first write that the page has seen'],
    ['a deletion', write('delete'), [], 'deleted'],
    ['a deletion of several', write('deletecollection', { name: '' }), [], 'a write to several objects'],
    ['an object that is gone', write('patch'), [], 'the object cannot be read'],
  ] as const)('are not known for %s', async (_, each, states, note) => {
    expect(await told(clientOf(...states), each)).toEqual([
      { verb: each.verb, at: 1, object: `configmaps default/${each.target.name}`, note },
    ]);
  });

  it('do not show the data of a Secret', async () => {
    const states = [{ data: { password: 'c2VjcmV0' } }, { data: { password: 'bW9yZQ==' }, stringData: { a: 'b' } }];
    const secret = { resource: 'secrets' };
    const found = await told(clientOf(...states), write('create', secret), write('update', secret));
    expect(JSON.stringify(found)).not.toMatch(/c2VjcmV0|bW9yZQ|"b"/);
    expect(found[1]!.differences).toContainEqual({ path: 'data.password', before: '(hidden)', after: '(hidden)' });
  });

  it('are known for an object that was read before', async () => {
    const found: PageWrite[] = [];
    const reader = new WriteReader(clientOf({ data: { a: '2' } }), (each) => found.push(each));
    reader.remember('', 'configmaps', [{ metadata: { namespace: 'default', name: 'a' }, data: { a: '1' } }]);
    reader.take(write('update'));
    await reader.settled();
    expect(found[0]!.differences).toContainEqual({ path: 'data.a', before: '"1"', after: '"2"' });
  });

  it('are read for 200 writes at a time', async () => {
    const found = await told(clientOf(), ...Array.from({ length: 300 }, () => write('update')));
    expect(found.filter(({ note }) => note === 'there are too many writes to read them all')).toHaveLength(100);
  });

  it('are limited', () => {
    const [before, after] = [0, 1].map((value) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, value])),
    );
    expect(differencesOf(before, after, 20)).toHaveLength(20);
  });
});

describe('the events of the cluster', () => {
  it('are those since a time, in order', async () => {
    const event = (uid: string, eventTime: string, more: object = {}) => ({
      ...{ metadata: { uid }, eventTime, type: 'Normal', reason: 'Created', note: 'text', ...more },
      regarding: { kind: 'Web', namespace: 'default', name: 'x' },
    });
    const items = [
      event('late', '2026-01-01T00:00:03Z', { series: { count: 3, lastObservedTime: '2026-01-01T00:00:09Z' } }),
      event('early', '2026-01-01T00:00:02Z'),
      event('old', '2025-01-01T00:00:00Z'),
      {},
    ];
    const client = { kindOf: async () => ({}), list: async () => ({ items }) } as unknown as Client;
    const found = await clusterEvents(client, Date.parse('2026-01-01T00:00:00Z'));
    expect(found.map(({ id, object, text }) => [id, object, text])).toEqual([
      ['early 1', 'Web default/x', 'text'],
      ['late 3', 'Web default/x', 'text (3 times)'],
    ]);
  });
});
