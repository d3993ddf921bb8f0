import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { startLoopbackCollection, type LoopbackCollection } from '../../../test/support/loopback-collection.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { isNotFound } from '../client/error-reasons.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import { InexactNumberError } from '../json/parse-json.js';
import { Cache, type CacheOptions } from './cache.js';
import { cachedClient, type CachedClient } from './cached-client.js';

interface Pod extends KubernetesObject {
  spec?: { node?: string };
}

const info = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' } as const;
const Pod = defineResource<Pod>(info);
const Node = defineResource<KubernetesObject>({ ...info, kind: 'Node', plural: 'nodes', scope: 'Cluster' });

const pod = (name: string, namespace = 'a', labels = {}) => ({
  metadata: { name, namespace, labels },
  spec: { node: 'n1' },
});

function makeCache(url: string, options: Partial<CacheOptions> = {}) {
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  const cache = new Cache({ transport, log: silentLogger, ...options });
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    transport.close();
  });
  const client = cachedClient(cache, createClient(transport));
  return { cache, client, stop, start: () => cache.start(stop.signal) };
}

let collection: LoopbackCollection;
let client: CachedClient;

beforeEach(async () => {
  collection = await startLoopbackCollection(
    pod('p', 'a', { app: 'web' }),
    pod('q', 'a', { app: 'db' }),
    pod('p', 'b'),
  );
  const made = makeCache(collection.server.url);
  client = made.client;
  void made.start();
});

const key = { namespace: 'a', name: 'p' };

describe('a cached read', () => {
  it('lists and watches a kind once for all readers, and then sends no more requests', async () => {
    await Promise.all([client.get(Pod, key), client.list(Pod), client.getOrNull(Pod, { ...key, name: 'none' })]);
    await eventually(() => expect(collection.openWatches()).toBe(1));
    for (let count = 0; count < 100; count += 1) await client.get(Pod, key);
    expect(collection.server.requests).toHaveLength(1);
  });

  it('answers a fresh copy that may be changed', async () => {
    const first = await client.get(Pod, key);
    first.spec = { node: 'changed' };
    first.metadata.name = 'changed';
    const { items } = await client.list(Pod);
    for (const each of items) each.spec = {};
    expect(await client.get(Pod, key)).toMatchObject({ ...pod('p'), metadata: { ...key, uid: 'uid-a/p' } });
  });

  it('answers the shared object, frozen, where that is asked for', async () => {
    const shared = await client.get(Pod, key, { shared: true });
    expect(await client.getOrNull(Pod, key, { shared: true })).toBe(shared);
    expect((await client.list(Pod, { shared: true })).items).toContain(shared);
    // @ts-expect-error the type says that it may not be changed
    expect(() => (shared.spec = {})).toThrow(TypeError);
  });

  it('lists by namespace and by labels', async () => {
    const names = async (options: Parameters<typeof client.list>[1]) =>
      (await client.list(Pod, options)).items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(await names({})).toEqual(['a/p', 'a/q', 'b/p']);
    expect(await names({ namespace: '' })).toEqual(['a/p', 'a/q', 'b/p']);
    expect(await names({ namespace: 'a' })).toEqual(['a/p', 'a/q']);
    expect(await names({ labelSelector: { app: 'web' } })).toEqual(['a/p']);
    expect(await names({ labelSelector: 'app!=web', namespace: 'a' })).toEqual(['a/q']);
    expect(await names({ labelSelector: {} })).toHaveLength(3);
    const matchExpressions = [{ key: 'app', operator: 'NotIn', values: ['web'] }];
    expect(await names({ labelSelector: { matchExpressions }, namespace: 'a' })).toEqual(['a/q']);
    expect(await names({ labelSelector: null })).toEqual([]);
    expect(await names({ labelSelector: undefined })).toHaveLength(3);
    await expect(names({ labelSelector: { app: 'web,x' } })).rejects.toThrow(SyntaxError);
  });

  it('says what is not there', async () => {
    await expect(client.get(Pod, { ...key, name: 'none' })).rejects.toSatisfy(isNotFound);
    await expect(client.get(Pod, { ...key, name: 'none' })).rejects.toThrow('get pods a/none: pods "none" not found');
    expect(await client.getOrNull(Pod, { ...key, name: 'none' })).toBeNull();
  });

  it('refuses what it cannot answer, instead of answering that nothing is there', async () => {
    await expect(client.get(Pod, { name: 'p' })).rejects.toThrow('Pod is namespaced, and no namespace is given');
    await expect(client.list(Pod, { fieldSelector: 'spec.node=n1' })).rejects.toThrow(
      /no index spec.node: add one with .*indexField\(kind, 'spec.node'/,
    );
    await expect(client.list(Pod, { labelSelector: 'a b' })).rejects.toThrow('"a b" is not a label selector');
    const some = makeCache(collection.server.url, { namespaces: ['a'] });
    void some.start();
    await expect(some.client.get(Pod, { ...key, namespace: 'b' })).rejects.toThrow(
      'pods in b: the cache does not mirror',
    );
    await expect(some.client.list(Pod, { namespace: 'b' })).rejects.toThrow('pods in b: the cache does not mirror');
    expect((await some.client.list(Pod)).items).toHaveLength(2);
  });

  it('takes no notice of the namespace of a kind that has none', async () => {
    const nodes = await startLoopbackCollection({ metadata: { name: 'n1' } });
    const made = makeCache(nodes.server.url, { namespaces: ['a'] });
    void made.start();
    expect((await made.client.list(Node, { namespace: 'a' })).items).toHaveLength(1);
    expect(await made.client.getOrNull(Node, { name: 'n1', namespace: 'a' })).not.toBeNull();
  });
});

it('keeps a number beyond 2^53 from being written back, whether it was listed or watched', async () => {
  const exact = { metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '1' } };
  const raw = (name: string) =>
    `{"metadata":{"name":"${name}","namespace":"a","uid":"u","resourceVersion":"1"},"spec":{"size":9007199254740993}}`;
  const server = await startLoopbackServer(({ method, query }, response) => {
    if (method === 'PUT') sendJson(response, exact);
    else if (query['sendInitialEvents'] !== undefined) sendStatus(response, 422, 'Invalid');
    else if (query['watch'] !== 'true')
      response.end(`{"metadata":{"resourceVersion":"1"},"items":[${raw('listed')},${JSON.stringify(exact)}]}`);
    else response.writeHead(200).write(`{"type":"ADDED","object":${raw('watched')}}\n`);
  });
  const made = makeCache(server.url);
  void made.start();
  const read = (name: string) => made.client.get(Pod, { namespace: 'a', name });
  await eventually(() => read('watched'));
  for (const name of ['listed', 'watched']) {
    const found = await read(name);
    await expect(made.client.update(Pod, { ...found, spec: { node: 'n2' } })).rejects.toThrow(InexactNumberError);
    found.metadata.labels = { a: 'b' };
    await expect(made.client.update(Pod, found)).rejects.toThrow(`update pods a/${name}: spec.size is a whole number`);
  }
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await made.client.update(Pod, await read('p'));
  expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('sends writes to the server', async () => {
  await client.update(Pod, pod('p'));
  await client.status.patch(Pod, key, {});
  expect(collection.server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/v1/namespaces/a/pods/p',
    'PATCH /api/v1/namespaces/a/pods/p/status',
  ]);
});

it('asks the server for the labels that the cache is limited to', async () => {
  const made = makeCache(collection.server.url, { defaultLabelSelector: 'app=web' });
  void made.start();
  await made.client.list(Pod);
  await eventually(() => expect(collection.openWatches()).toBe(1));
  expect(collection.server.requests.map(({ query }) => query['labelSelector'])).toEqual(['app=web']);
});

describe('waiting', () => {
  it('ends with what is missing, and why', async () => {
    const message = 'pods is forbidden: User "u" cannot list resource "pods"';
    const rule = "@Rbac({ groups: ['core'], resources: ['pods'], verbs: ['list', 'watch'] })";
    const advice = `if the permission is missing, declare it and deploy the role again: ${rule}`;
    const { url } = await startLoopbackServer((_, response) => sendStatus(response, 403, 'Forbidden', { message }));
    const { cache, start } = makeCache(url);
    cache.informer(Pod);
    void start();
    await expect(cache.waitForSync(300)).rejects.toMatchObject({
      name: 'CacheSyncError',
      message: `the cache was not filled in 300 ms: pods: watch pods: ${message}; ${advice}`,
    });
  });

  it('ends with the signal, and with the cache', async () => {
    const { url } = await startLoopbackServer(() => undefined);
    const { cache, start, stop } = makeCache(url);
    const running = start();
    const reason = new Error('enough');
    await expect(cache.getInformer(Pod, { timeout: 10_000, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const waiting = cache.getInformer(Pod, { timeout: 10_000 });
    stop.abort();
    await expect(waiting).rejects.toThrow('the cache has been stopped');
    await expect(cache.getInformer(Pod, { timeout: 10_000 })).rejects.toThrow('the cache has been stopped');
    await running;
  });

  it('does not begin before the cache runs: it would last forever', async () => {
    const made = makeCache(collection.server.url);
    await expect(made.client.get(Pod, key)).rejects.toThrow('the cache is not running yet');
    void made.start();
    await expect(made.client.get(Pod, key)).resolves.toBeDefined();
    await expect(made.start()).rejects.toThrow('the cache was already started');
  });
});
