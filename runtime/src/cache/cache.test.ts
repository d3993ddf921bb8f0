import type { ServerResponse } from 'node:http';
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startLoopbackCollection } from '../../../test/support/loopback-collection.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { fixedCredential } from '../transport/cluster-config.js';
import type { Reader } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { namespacedClient } from '../client/wrapped-clients.js';
import { createTransport } from '../transport/create-transport.js';
import { createLogger } from '../log/create-logger.js';
import { byObject } from './by-object.js';
import type { CacheEvent } from './cache-event.js';
import { Cache, type CacheOptions } from './cache.js';
import { cachedClient } from './cached-client.js';
import { defineIndex, type CacheIndex } from './define-index.js';

interface Pod extends KubernetesObject {
  spec?: { node?: string; secret?: string };
}

const info = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' } as const;
const Pod = defineResource<Pod>(info);
const Node = defineResource<KubernetesObject>({ ...info, kind: 'Node', plural: 'nodes', scope: 'Cluster' });
interface Volume extends KubernetesObject {
  spec: { size: number };
}
const Volume = defineResource<Volume>({ ...info, kind: 'Volume', plural: 'volumes' });
const Foo = defineResource<KubernetesObject>({ ...info, group: 'example.com', kind: 'Foo', plural: 'foos' });

const pod = (name: string, node = 'n1', namespace = 'a') => ({ metadata: { name, namespace }, spec: { node } });
const key = { namespace: 'a', name: 'p' };

function start(url: string, options: Partial<CacheOptions> = {}) {
  const logged: string[] = [];
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const log = createLogger({ write: (line) => logged.push(line) });
  const timing = { firstWait: 5, longestWait: 20 };
  const cache = new Cache({ transport, log, timing, ...options });
  const stop = new AbortController();
  const running = cache.start(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    transport.close();
  });
  const live = createClient(transport, { writes: cache });
  const client = cachedClient(cache, live);
  const names = async (fieldSelector?: string) =>
    (await client.list(Pod, { fieldSelector })).items.map(({ metadata }) => metadata.name).toSorted();
  return { cache, client, live, names, logged, stop, running };
}

describe('a kind can be mirrored otherwise than the rest', () => {
  it('in other namespaces, by other selectors, and with a transform of its own', async () => {
    const { server } = await startLoopbackCollection(pod('p'), pod('q', 'n1', 'b'));
    const { client, names } = start(server.url, {
      namespaces: ['b'],
      defaultLabelSelector: 'app=web',
      byObject: [
        byObject(Pod, {
          namespaces: ['a'],
          labelSelector: 'tier=front',
          fieldSelector: 'status.phase=Running',
          transform: (object) => ({ ...object, spec: { node: object.spec?.node ?? '' } }),
        }),
      ],
    });
    expect(await names()).toEqual(['p']);
    expect(await client.get(Pod, key)).toMatchObject({ metadata: { managedFields: [{}] }, spec: { node: 'n1' } });
    await client.list(Node);
    const asked = server.requests.map(({ path, query }) => [path, query['labelSelector'], query['fieldSelector']]);
    expect(asked).toEqual([
      ['/api/v1/namespaces/a/pods', 'tier=front', 'status.phase=Running'],
      ['/api/v1/nodes', 'app=web', undefined],
    ]);
  });

  it('but not by a selector that no one can read', async () => {
    const { server } = await startLoopbackCollection();
    const { client } = start(server.url, { byObject: [byObject(Pod, { fieldSelector: 'phase' })] });
    await expect(client.list(Pod)).rejects.toThrow('"phase" is not a field selector');
  });

  it('and is mirrored as it came where the transform fails', async () => {
    const collection = await startLoopbackCollection(pod('p'), pod('q'));
    const { names, logged, client } = start(collection.server.url, {
      defaultTransform: (object) => {
        if (object.metadata.name === 'p') throw new Error('no');
        return object;
      },
    });
    expect(await names()).toEqual(['p', 'q']);
    collection.put(pod('p', 'n2'));
    await eventually(async () => expect((await client.get(Pod, key)).spec?.node).toBe('n2'));
    expect(logged.map((line) => (JSON.parse(line) as { object: string }).object)).toEqual(['a/p', 'a/p']);
  });
});

describe('an index', () => {
  it.each(['before', 'after'])('made %s the start finds objects, and follows what becomes of them', async (when) => {
    const collection = await startLoopbackCollection(pod('p'), pod('q', 'n2'), pod('r', 'n2'));
    const { cache, names, client } = start(collection.server.url);
    if (when === 'after') await names();
    cache.indexField(Pod, 'spec.node', (object) => [object.spec?.node ?? '']);
    cache.indexField(Pod, 'initial', ({ metadata }) => [metadata.name.slice(0, 1), 'any']);
    expect(await names('spec.node=n2')).toEqual(['q', 'r']);
    expect(await names('spec.node=n2,initial=r')).toEqual(['r']);
    expect(await names('initial==any,metadata.name=p,metadata.namespace=a')).toEqual(['p']);
    expect(await names('spec.node=n3')).toEqual([]);
    collection.put(pod('q', 'n3'));
    collection.remove(pod('r', 'n2'));
    await eventually(async () => expect(await names('spec.node=n3')).toEqual(['q']));
    await eventually(async () => expect(await names('spec.node=n2')).toEqual([]));
    expect((await client.list(Pod, { fieldSelector: 'initial=any', namespace: 'b' })).items).toEqual([]);
    expect(collection.server.requests).toHaveLength(1);
  });

  it('that is missing, is there already, or cannot answer, is said', async () => {
    const { server } = await startLoopbackCollection(pod('p'));
    const { cache, names } = start(server.url);
    await expect(names('spec.node=n1')).rejects.toThrow(
      "list pods: the cache has no index spec.node: add one with mgr.cache.indexField(kind, 'spec.node', (object) => [...])",
    );
    cache.indexField(Pod, 'spec.node', () => []);
    expect(() => cache.indexField(Pod, 'spec.node', () => [])).toThrow('the index spec.node already exists');
    await expect(names('spec.node!=n1')).rejects.toThrow('supports only equality');
  });

  it('that throws leaves the object out, and says which', async () => {
    const { server } = await startLoopbackCollection(pod('p'), pod('q'));
    const { cache, names, logged } = start(server.url);
    cache.indexField(Pod, 'odd', ({ metadata }) => {
      if (metadata.name === 'p') throw new Error('no');
      return ['yes'];
    });
    expect(await names('odd=yes')).toEqual(['q']);
    expect(await names()).toEqual(['p', 'q']);
    expect(logged.every((line) => line.includes('"a/p"'))).toBe(true);
    expect(logged.length).toBeGreaterThan(0);
  });
});

describe('a defined index', () => {
  const byNode = defineIndex(Pod, 'node', ({ spec }) => (spec?.node === undefined ? [] : [spec.node]));
  const byDigit = defineIndex(Pod, 'digit', ({ spec }) => [Number(spec?.node?.slice(1))]);

  it('finds objects by values of its type, also those that a field selector would split', async () => {
    const { server } = await startLoopbackCollection(pod('p'), pod('q', 'n2'), pod('r', 'n2', 'b'), pod('s', 'n,=\\'));
    const { cache, client } = start(server.url);
    cache.addIndex(byNode);
    cache.addIndex(byDigit);
    type Options = Parameters<typeof client.list<Pod>>[1];
    const names = async (options: Options) =>
      (await client.list(Pod, options)).items.map(({ metadata }) => metadata.name);
    expect(await names({ index: byNode.equals('n2') })).toEqual(['q', 'r']);
    expect(await names({ index: byNode.equals('n2'), namespace: 'b' })).toEqual(['r']);
    expect(await names({ index: byNode.equals('n2'), fieldSelector: 'digit=2,metadata.name=q' })).toEqual(['q']);
    expect(await names({ index: byNode.equals('n,=\\') })).toEqual(['s']);
    expect(await names({ index: byDigit.equals(1) })).toEqual(['p']);
    expect(await names({ index: undefined })).toHaveLength(4);
    const { items } = await client.list(Pod, { index: byDigit.equals(1), shared: true });
    expect(items.every(Object.isFrozen)).toBe(true);
  });

  it('is refused where it was not added, belongs to another kind, or the server is asked', async () => {
    const { server } = await startLoopbackCollection(pod('p'));
    const { cache, client, live } = start(server.url);
    await expect(client.list(Pod, { index: byNode.equals('n1') })).rejects.toThrow(
      'list pods: the cache has no index node: add it with mgr.cache.addIndex',
    );
    const ofVolumes = defineIndex(Volume, 'node', () => ['n1']);
    // @ts-expect-error an index of another kind
    const other = client.list(Pod, { index: ofVolumes.equals('n1') });
    await expect(other).rejects.toThrow('list pods: the index node contains volumes');
    // The compiler cannot tell kinds apart whose fields are all optional.
    const ofNodes = defineIndex(Node, 'node', () => ['n1']);
    const alike = client.list(Pod, { index: ofNodes.equals('n1') });
    await expect(alike).rejects.toThrow('list pods: the index node contains nodes');
    // @ts-expect-error the API server has no indexes
    const asked = live.list(Pod, { index: byNode.equals('n1') });
    await expect(asked).rejects.toThrow('the API server has no indexes');
    const selection = { index: byNode.equals('n1') };
    // @ts-expect-error nor with options that were put together before
    await expect(live.list(Pod, selection)).rejects.toThrow('the API server has no indexes');
    cache.addIndex(byNode);
    expect(() => cache.addIndex(byNode)).toThrow('the index node already exists');
  });

  it('has the type of its values', () => {
    expectTypeOf(byNode).toEqualTypeOf<CacheIndex<Pod>>();
    expectTypeOf(byDigit.equals).parameter(0).toEqualTypeOf<number>();
    const byPhase = defineIndex(Pod, 'phase', ({ spec }) => [spec?.node === undefined ? 'Pending' : 'Running']);
    expectTypeOf(byPhase.equals).parameter(0).toEqualTypeOf<'Pending' | 'Running'>();
    // @ts-expect-error a typo in a value
    expect(byPhase.equals('Run').value).toBe('Run');
    // @ts-expect-error a value of another type
    expect(byDigit.equals('1').value).toBe('1');
    // @ts-expect-error objects cannot be found by objects
    expect(defineIndex(Pod, 'spec', ({ spec }) => [spec]).name).toBe('spec');
    // @ts-expect-error a typo in a field
    expect(defineIndex(Pod, 'secret', ({ spec }) => [spec?.secretName ?? '']).name).toBe('secret');
  });
});

it('a list has no more objects than its limit, of which zero is none, and no pages', async () => {
  const { server } = await startLoopbackCollection(pod('p'), pod('q'), pod('r'));
  const { client } = start(server.url);
  expect((await client.list(Pod, { limit: 2 })).items).toHaveLength(2);
  expect((await client.list(Pod, { limit: 0 })).items).toHaveLength(3);
  // @ts-expect-error the token of a page
  await expect(client.list(Pod, { continue: 'x' })).rejects.toThrow('the cache does not support pages');
});

it('a loop over pages of the cache fails with its first page, instead of ending with it', async () => {
  const { server } = await startLoopbackCollection(pod('p'), pod('q'), pod('r'));
  const { client } = start(server.url);
  const all = async (reader: Reader): Promise<number> => {
    let [count, next] = [0, undefined as string | undefined];
    do {
      const page = await reader.list(Pod, { limit: 2, continue: next });
      [count, next] = [count + page.items.length, page.continue];
    } while (next !== undefined);
    return count;
  };
  await expect(all(client)).rejects.toThrow('the cache does not support pages: list through mgr.apiReader');
  await expect(all(namespacedClient(client, 'a'))).rejects.toThrow(TypeError);
  expect((await client.list(Pod, { continue: undefined } as object)).items).toHaveLength(3);
});

it('a read begins no mirror where it may not', async () => {
  const { server } = await startLoopbackCollection(pod('p'));
  const { cache, client } = start(server.url, { readerFailOnMissingInformer: true });
  await expect(client.get(Pod, key)).rejects.toMatchObject({ name: 'ResourceNotCachedError' });
  await expect(client.list(Pod)).rejects.toThrow('pods are not mirrored');
  expect(server.requests).toEqual([]);
  await cache.getInformer(Pod);
  expect(await client.get(Pod, key)).toMatchObject(pod('p'));
});

it('an informer that is removed leaves nothing open, and the next one begins again', async () => {
  const collection = await startLoopbackCollection(pod('p'));
  const { cache, names } = start(collection.server.url);
  const first = await cache.getInformer(Pod);
  const heard = vi.fn<() => void>();
  first.handle(heard);
  cache.removeInformer(Pod);
  await eventually(() => expect(collection.openWatches()).toBe(0));
  collection.put(pod('q'));
  expect(await names()).toEqual(['p', 'q']);
  expect(cache.informer(Pod)).not.toBe(first);
  expect(heard).toHaveBeenCalledTimes(1);
  cache.removeInformer(Node);
});

it('waiting for an informer that is removed fails', async () => {
  const { url } = await startLoopbackServer(() => undefined);
  const { cache } = start(url);
  const waiting = cache.getInformer(Pod);
  cache.removeInformer(Pod);
  await expect(waiting).rejects.toThrow('the informer of pods was removed');
});

it('handlers receive every object again, every period, until the end', async () => {
  const { server } = await startLoopbackCollection(pod('p'), pod('q'));
  const { cache, stop, running } = start(server.url, { syncPeriod: 30 });
  const events: CacheEvent<Pod>[] = [];
  cache.informer(Pod).handle((event) => events.push(event));
  await eventually(() => expect(events.length).toBeGreaterThanOrEqual(6));
  const again = events.slice(2);
  expect(again.every((event) => event.type === 'update' && event.old === event.object)).toBe(true);
  expect(again.slice(0, 2).map(({ object }) => object.metadata.name)).toEqual(['p', 'q']);
  stop.abort();
  await running;
  const count = events.length;
  await new Promise((resolve) => {
    setTimeout(resolve, 80);
  });
  expect(events).toHaveLength(count);
});

it('a kind that is first read while it is written is not older than the write', async () => {
  const state = (resourceVersion: string, node: string) => {
    return { apiVersion: 'v1', kind: 'Pod', metadata: { ...key, uid: 'u', resourceVersion }, spec: { node } };
  };
  const end = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } },
  };
  let answer: (() => void) | undefined;
  const { url } = await startLoopbackServer(({ method, query }, response) => {
    if (query['watch'] === 'true') {
      response.write(`${JSON.stringify({ type: 'ADDED', object: state('1', 'n1') })}\n`);
      response.write(`${JSON.stringify({ type: 'BOOKMARK', object: end })}\n`);
    } else if (method === 'GET') sendJson(response, state('2', 'n2'));
    else answer = () => sendJson(response, state('2', 'n2'));
  });
  const { client } = start(url);
  const written = client.patch(Pod, key, { spec: { node: 'n2' } });
  await eventually(() => expect(answer).toBeDefined());
  expect((await client.get(Pod, key)).spec).toEqual({ node: 'n1' });
  answer?.();
  await written;
  expect((await client.get(Pod, key)).spec).toEqual({ node: 'n2' });
});

describe('what cannot be mirrored yet', () => {
  /** Starts a server that answers with `wrong`, and after `mend` with an empty watch. */
  async function startLate(wrong: (response: ServerResponse) => void) {
    let isMended = false;
    const { url } = await startLoopbackServer(({ path, query }, response) => {
      if (!isMended) return wrong(response);
      const isFoo = path.includes('foos');
      const type = (suffix: string) => ({
        apiVersion: isFoo ? 'example.com/v1' : 'v1',
        kind: `${isFoo ? 'Foo' : 'Pod'}${suffix}`,
      });
      const metadata = { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } };
      if (query['watch'] !== 'true') return sendJson(response, { ...type('List'), metadata, items: [] });
      response.writeHead(200).write(`${JSON.stringify({ type: 'BOOKMARK', object: { ...type(''), metadata } })}\n`);
    });
    return { ...start(url), mend: () => (isMended = true) };
  }

  it('because it is not installed is named, and mirrored once it is', async () => {
    const message = 'the server could not find the requested resource';
    const { cache, logged, mend } = await startLate((response) => sendStatus(response, 404, 'NotFound', { message }));
    await expect(cache.getInformer(Foo, { timeout: 100 })).rejects.toThrow(
      `foos.example.com: watch foos.example.com: ${message}; the API server does not serve foos of example.com/v1: ` +
        'is the CustomResourceDefinition foos.example.com installed?',
    );
    expect(logged).toHaveLength(1);
    mend();
    expect((await cache.getInformer(Foo)).lastError).toBeUndefined();
  });

  it('because the server is not there is mirrored once it is', async () => {
    const { cache, mend } = await startLate((response) => response.socket?.resetAndDestroy());
    await expect(cache.getInformer(Pod, { timeout: 100 })).rejects.toThrow(/ms: pods: (watch|list) pods: .+/);
    mend();
    await cache.getInformer(Pod);
  });
});
