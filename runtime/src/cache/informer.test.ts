import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startLoopbackCollection, type LoopbackCollection } from '../../../test/support/loopback-collection.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { createLogger } from '../log/create-logger.js';
import { Informer, type CacheEvent, type InformerOptions } from './informer.js';

interface Pod extends KubernetesObject {
  spec?: { node?: string };
}

const info: ResourceInfo = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' };
const pod = (name: string, node = 'n1', namespace = 'a') => ({ metadata: { name, namespace }, spec: { node } });

/** Starts an informer against a server; returns it with its log lines. */
function startInformer(url: string, options: Partial<InformerOptions> = {}) {
  const logged: string[] = [];
  const log = createLogger({ write: (line) => logged.push(line) });
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const informer = new Informer<Pod>({ transport, info, log, ...options });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    transport.close();
  });
  const names = () => [...informer.list()].map(({ metadata }) => metadata.name).toSorted();
  return { informer, logged, names };
}

/** Records the events of a handler, one line each. */
function record(informer: Informer<Pod>): { lines: string[]; events: CacheEvent<Pod>[] } {
  const [lines, events]: [string[], CacheEvent<Pod>[]] = [[], []];
  informer.handle((event) => {
    events.push(event);
    const old = event.type === 'update' ? `${event.old.spec?.node} -> ` : '';
    const initial = event.type === 'add' && event.initial ? ' (initial)' : '';
    lines.push(`${event.type} ${event.object.metadata.name} ${old}${event.object.spec?.node}${initial}`);
  });
  return { lines, events };
}

async function watching(collection: LoopbackCollection): Promise<void> {
  await eventually(() => expect(collection.openWatches()).toBeGreaterThan(0));
}

describe('a handler', () => {
  it('hears of what was there and of every change, with the object as it was before', async () => {
    const collection = await startLoopbackCollection(pod('p'));
    const { informer } = startInformer(collection.server.url);
    const { lines } = record(informer);
    await informer.synced;
    await watching(collection);
    collection.put(pod('q'));
    collection.put(pod('p', 'n2'));
    collection.remove(pod('p'));
    await eventually(() =>
      expect(lines).toEqual(['add p n1 (initial)', 'add q n1', 'update p n1 -> n2', 'delete p n2']),
    );
  });

  it('that comes late hears of what is there first, and one that left hears nothing', async () => {
    const collection = await startLoopbackCollection(pod('p'));
    const { informer } = startInformer(collection.server.url);
    await informer.synced;
    await watching(collection);
    const { lines } = record(informer);
    expect(lines).toEqual(['add p n1 (initial)']);
    const heard = vi.fn<() => void>();
    informer.handle(heard)();
    collection.put(pod('q'));
    await eventually(() => expect(lines).toHaveLength(2));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('that another adds or removes during an event hears of it once, or not at all', async () => {
    const collection = await startLoopbackCollection();
    const { informer } = startInformer(collection.server.url);
    await informer.synced;
    await watching(collection);
    const [added, removed] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const once = informer.handle(() => {
      once();
      informer.handle(added);
      remove();
    });
    const remove = informer.handle(removed);
    collection.put(pod('p'));
    await eventually(() => expect(added).toHaveBeenCalled());
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).not.toHaveBeenCalled();
  });

  it('that throws or rejects harms neither the cache nor the others', async () => {
    const collection = await startLoopbackCollection(pod('p'));
    const { informer, logged, names } = startInformer(collection.server.url);
    informer.handle(() => {
      throw new Error('thrown');
    });
    // A user's async function looks like this, and the type allows it.
    const rejecting: () => unknown = async () => Promise.reject(new Error('rejected'));
    informer.handle(rejecting);
    const { lines } = record(informer);
    await informer.synced;
    await watching(collection);
    collection.put(pod('q'));
    await eventually(() => expect(lines).toEqual(['add p n1 (initial)', 'add q n1']));
    expect(names()).toEqual(['p', 'q']);
    await eventually(() => expect(logged.filter((line) => line.includes('rejected'))).toHaveLength(2));
    expect(logged.filter((line) => line.includes('thrown'))).toHaveLength(2);
    expect(collection.watches()).toBe(1);
  });

  it('hears after a gap what has changed, what is new, and what is gone', async () => {
    const collection = await startLoopbackCollection(pod('kept'), pod('changed'), pod('gone'));
    const { informer } = startInformer(collection.server.url);
    await informer.synced;
    await watching(collection);
    const { lines } = record(informer);
    lines.length = 0;
    collection.quietly((items) => {
      items.delete('a/gone');
      items.set('a/changed', {
        ...pod('changed', 'n2'),
        metadata: { ...pod('changed').metadata, uid: 'uid-a/changed', resourceVersion: 'x' },
      });
      items.set('a/new', { ...pod('new'), metadata: { ...pod('new').metadata, uid: 'u', resourceVersion: 'y' } });
    });
    collection.expireWatches();
    await eventually(() => expect(lines).toEqual(['delete gone n1', 'update changed n1 -> n2', 'add new n1']));
    expect(collection.lists()).toBe(2);
  });
});

describe('a handler, after etcd was restored from a backup,', () => {
  const relisted = async (change: (object: Record<string, unknown>) => object) => {
    const collection = await startLoopbackCollection(pod('kept'), pod('p'));
    const { informer } = startInformer(collection.server.url);
    await informer.synced;
    await watching(collection);
    const { lines } = record(informer);
    lines.length = 0;
    collection.quietly((items) => items.set('a/p', change(items.get('a/p') as Record<string, unknown>)));
    collection.expireWatches();
    await eventually(() => expect(collection.lists()).toBe(2));
    await watching(collection);
    return { lines, object: () => informer.get({ namespace: 'a', name: 'p' }) };
  };

  it('hears of other contents under the same version', async () => {
    const { lines, object } = await relisted((stored) => ({ ...stored, spec: { node: 'n9' } }));
    await eventually(() => expect(lines).toEqual(['update p n1 -> n9']));
    expect(object()).toMatchObject({ spec: { node: 'n9' } });
  });

  it('hears of other metadata, too', async () => {
    const { lines } = await relisted(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...(metadata as object), labels: { restored: 'yes' } },
    }));
    await eventually(() => expect(lines).toEqual(['update p n1 -> n1']));
  });

  it('hears nothing of what is the same, in whichever order its fields come', async () => {
    const { lines } = await relisted((stored) => Object.fromEntries(Object.entries(stored).toReversed()));
    await setTimeout(200);
    expect(lines).toEqual([]);
  });

  it.each(['same', 'other'])('hears that another object has taken the name, under the %s version', async (version) => {
    const { lines } = await relisted(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...(metadata as object), uid: 'new', ...(version === 'other' && { resourceVersion: 'x' }) },
    }));
    await eventually(() => expect(lines).toEqual(['delete p n1', 'add p n1']));
  });
});

describe('an object', () => {
  it('is frozen, says what it is, and has no managed fields', async () => {
    const collection = await startLoopbackCollection(pod('p'));
    const { informer } = startInformer(collection.server.url);
    await informer.synced;
    const object = informer.get({ namespace: 'a', name: 'p' }) as Pod;
    expect(object).toMatchObject({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } });
    expect(object.metadata).not.toHaveProperty('managedFields');
    expect(() => (object.spec!.node = 'n2')).toThrow(TypeError);
    expect(() => delete object.metadata).toThrow(TypeError);
  });

  it('is kept as the transform makes it', async () => {
    const collection = await startLoopbackCollection(pod('p'));
    const { informer } = startInformer(collection.server.url, {
      transform: ({ ...object }) => {
        delete (object as Pod).spec;
        return object;
      },
    });
    await informer.synced;
    await watching(collection);
    collection.put(pod('q'));
    await eventually(() => expect(informer.get({ namespace: 'a', name: 'q' })).toBeDefined());
    expect([...informer.list()].map((each) => Object.keys(each))).toEqual([
      ['apiVersion', 'kind', 'metadata'],
      ['metadata'],
    ]);
  });
});

describe('several namespaces', () => {
  it('are each listed and watched, and none is mistaken for the whole', async () => {
    const collection = await startLoopbackCollection(pod('p'), pod('q', 'n1', 'b'), pod('r', 'n1', 'c'));
    const { informer, names } = startInformer(collection.server.url, { namespaces: ['a', 'b', 'a'] });
    const { lines } = record(informer);
    await informer.synced;
    expect(names()).toEqual(['p', 'q']);
    expect(collection.lists()).toBe(2);
    await eventually(() => expect(collection.openWatches()).toBe(2));
    collection.put(pod('s', 'n1', 'c'));
    collection.put(pod('t', 'n1', 'b'));
    await eventually(() => expect(lines).toContain('add t n1'));
    collection.expireWatches();
    await eventually(() => expect(collection.watches()).toBe(4));
    expect(names()).toEqual(['p', 'q', 't']);
    expect(lines.filter((line) => line.startsWith('delete'))).toEqual([]);
  });

  it.each([[[]], [undefined]])('are all of them when %j are named', async (namespaces) => {
    const collection = await startLoopbackCollection(pod('p'), pod('q', 'n1', 'b'));
    const { informer, names } = startInformer(collection.server.url, { namespaces });
    await informer.synced;
    expect(names()).toEqual(['p', 'q']);
  });
});

it.each(['a b', 'Team', 'a_b', '-a', 'a,b'])(
  'refuses to mirror a namespace "%s", in which nothing would ever be',
  (name) => {
    expect(() => startInformer('http://127.0.0.1:1', { namespaces: ['a', name] })).toThrow(
      `the cache cannot mirror pods in "${name}": no namespace has such a name`,
    );
  },
);

it('says a fault once while it lasts, and goes on trying', async () => {
  let message = 'pods is forbidden';
  const { url, requests } = await startLoopbackServer((_, response) =>
    sendStatus(response, 403, 'Forbidden', { message }),
  );
  const { informer, logged } = startInformer(url);
  await eventually(() => expect(requests.length).toBeGreaterThanOrEqual(3));
  expect(logged.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
    expect.stringContaining('watch pods: pods is forbidden; if the permission is missing, declare it'),
  ]);
  expect(informer.isSynced).toBe(false);
  expect(informer.lastError?.cause).toMatchObject({ code: 403 });
  message = 'still forbidden';
  await eventually(() => expect(logged).toHaveLength(2));
});

it('says the faults of each namespace once, knows which it waits for, and says what is over', async () => {
  const forbidden = new Set(['b', 'c']);
  const { url, requests } = await startLoopbackServer(({ path, query }, response) => {
    const [, namespace = ''] = /namespaces\/(\w+)\//.exec(path) ?? [];
    const metadata = { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } };
    if (forbidden.has(namespace))
      sendStatus(response, 403, 'Forbidden', {
        message: `cannot ${query['watch'] ? 'watch' : 'list'} in ${namespace}`,
      });
    else if (query['watch'] !== 'true') sendJson(response, { apiVersion: 'v1', kind: 'PodList', metadata, items: [] });
    else
      response
        .writeHead(200)
        .write(`${JSON.stringify({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata } })}\n`);
  });
  const asked = (namespace: string) => requests.filter(({ path }) => path.includes(`/${namespace}/`)).length;
  const timing = { firstWait: 5, longestWait: 20 };
  const { informer, logged } = startInformer(url, { namespaces: ['a', 'b', 'c'], timing });
  const said = () => logged.map((line) => JSON.parse(line) as { level: string; resource: string });
  const warnings = [
    { level: 'warn', resource: 'pods in b' },
    { level: 'warn', resource: 'pods in c' },
  ].map((each) => expect.objectContaining(each));
  // Success in one namespace says nothing about the others.
  await eventually(() => expect(Math.min(asked('b'), asked('c'))).toBeGreaterThan(5));
  expect(asked('a')).toBeGreaterThan(0);
  expect(said()).toEqual(warnings);
  expect(informer.lastError?.message).toContain(' in b');
  forbidden.clear();
  await informer.synced;
  await eventually(() => expect(said()).toHaveLength(4));
  expect(said().slice(2)).toEqual([
    expect.objectContaining({ level: 'info' }),
    expect.objectContaining({ level: 'info' }),
  ]);
  expect(informer.lastError).toBeUndefined();
});
