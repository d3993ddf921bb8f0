import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import type { KindHandle } from '../api/resource.js';
import { isConflict } from '../client/error-reasons.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { metadataOnly } from '../client/metadata-only.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { Deployment } from '../k8s/apps/v1.js';
import { HorizontalPodAutoscaler as HorizontalPodAutoscaler1 } from '../k8s/autoscaling/v1.js';
import { HorizontalPodAutoscaler } from '../k8s/autoscaling/v2.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { deferred } from '../timing/deferred.js';
import { byObject } from './by-object.js';
import { Cache, type CacheOptions } from './cache.js';
import { cachedClient } from './cached-client.js';
import type { CacheEvent } from './cache-event.js';

const assets = await findTestAssets();
const namespace = 'default';

let environment: TestEnvironment;
let config: ClusterConfig;

/** Starts a client with a cache, as in a manager. */
function start(options: Partial<CacheOptions> = {}) {
  const transport = createTransport(config, { parallelRequests: 10 });
  let requests = 0;
  // Changes from the server are held back here until the gate opens.
  let gate = deferred();
  gate.resolve();
  const late: Transport = {
    ...transport,
    send: (request) => {
      requests += 1;
      return transport.send(request);
    },
    lines: async function* (...request) {
      for await (const line of transport.lines(...request)) {
        await gate.promise;
        yield line;
      }
    },
  };
  const cache = new Cache({ transport: late, log: silentLogger, ...options });
  const live = createClient(late, { fieldManager: 'tests', writes: cache });
  const stop = new AbortController();
  const running = cache.start(stop.signal);
  onTestFinished(async () => {
    gate.resolve();
    stop.abort();
    await running;
    transport.close();
  });
  const client = cachedClient(cache, live);
  const names = async (kind: KindHandle<ConfigMap>) =>
    (await client.list(kind)).items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
  const hold = (): void => void (gate = deferred());
  const release = (): void => gate.resolve();
  return { cache, client, names, hold, release, requests: () => requests };
}

const app = { app: 'web' };
const deployment = (name: string): Deployment => ({
  metadata: { name, namespace },
  spec: {
    selector: { matchLabels: app },
    template: { metadata: { labels: app }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('on a real API server', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    environment = await startTestEnvironment();
    config = await loadConfig({ kubeconfig: environment.kubeconfigPath });
  }, 120_000);
  afterAll(async () => environment?.stop());

  /** Runs ten workers that update the status of their own object many times, based on what the cache returns. */
  async function updateStatuses(options: Partial<CacheOptions>, prefix: string, times: number) {
    const { client, requests } = start(options);
    await client.list(Deployment);
    const before = requests();
    const read: number[] = [];
    let conflicts = 0;
    const work = async (_: unknown, worker: number): Promise<void> => {
      const name = `${prefix}-${worker}`;
      await client.create(Deployment, deployment(name));
      for (let count = 1; count <= times;) {
        const found = await client.getOrNull(Deployment, { name, namespace });
        if (found === null) {
          // Only the passage of time in the cache can bring it.
          await nextTurn();
          continue;
        }
        try {
          await client.status.update(Deployment, { ...found, status: { ...found.status, observedGeneration: count } });
          count += 1;
        } catch (error) {
          if (!isConflict(error)) throw error;
          conflicts += 1;
        }
      }
      read.push((await client.get(Deployment, { name, namespace })).status?.observedGeneration ?? 0);
    };
    await Promise.all(Array.from({ length: 10 }, work));
    return { conflicts, requests: requests() - before, read };
  }

  it('a thousand statuses are written from cached reads by ten workers without one conflict', async () => {
    expect(await updateStatuses({}, 'own', 100)).toEqual({
      conflicts: 0,
      requests: 1010,
      read: Array.from({ length: 10 }, () => 100),
    });
  });

  it('of which many meet a conflict where the cache does not know of them', async () => {
    const { conflicts } = await updateStatuses({ readYourWrites: false }, 'other', 30);
    expect(conflicts).toBeGreaterThan(30);
  });

  it('who wrote may change the answer: a read is what the server has, and as often as it comes the same object', async () => {
    const { client, hold, names } = start();
    await names(ConfigMap);
    hold();
    const key = { name: 'answered', namespace };
    const answer = await client.create(ConfigMap, { metadata: key, data: { size: '1' } });
    answer.data!['size'] = '2';
    const read = await client.get(ConfigMap, key, { shared: true });
    expect(read.data).toEqual({ size: '1' });
    expect(await client.get(ConfigMap, key, { shared: true })).toBe(read);
    await client.delete(ConfigMap, key);
  });

  it('whatever a write is, a read knows of it before the watch does', async () => {
    const { client, hold, names, requests } = start();
    await names(ConfigMap);
    hold();
    const before = requests();
    const created = await client.create(ConfigMap, { metadata: { name: 'kinds', namespace }, data: { a: '1' } });
    expect(await client.get(ConfigMap, created.metadata)).toMatchObject({ data: { a: '1' } });
    await client.update(ConfigMap, { ...created, data: { a: '2' } });
    expect(await client.get(ConfigMap, created.metadata)).toMatchObject({ data: { a: '2' } });
    await client.patch(ConfigMap, created, { data: { b: '3' } });
    expect(await client.get(ConfigMap, created.metadata)).toMatchObject({ data: { a: '2', b: '3' } });
    const { metadata } = await client.apply(
      ConfigMap,
      { metadata: { name: 'kinds', namespace, labels: { own: 'yes' } }, data: { c: '4' } },
      { force: true },
    );
    expect((await client.list(ConfigMap, { labelSelector: 'own=yes' })).items).toMatchObject([
      { metadata: { resourceVersion: metadata.resourceVersion }, data: { a: '2', b: '3', c: '4' } },
    ]);
    const { metadata: named } = await client.create(ConfigMap, { metadata: { generateName: 'kinds-', namespace } });
    expect(await names(ConfigMap)).toEqual(expect.arrayContaining(['kinds', named.name]));
    await client.delete(ConfigMap, created);
    expect(await client.getOrNull(ConfigMap, created.metadata)).toBeNull();
    expect(await names(ConfigMap)).not.toContain('kinds');
    expect(requests() - before).toBe(6);
  });

  it('a deletion waits for finalizers, and the end of the last one is the end of the object', async () => {
    const { client, hold, requests } = start();
    await client.list(ConfigMap);
    hold();
    const key = { name: 'finalized', namespace };
    const created = await client.create(ConfigMap, { metadata: { ...key, finalizers: ['example.com/wait'] } });
    await client.delete(ConfigMap, key);
    const deleting = await client.get(ConfigMap, key);
    expect(deleting.metadata).toMatchObject({ uid: created.metadata.uid, deletionTimestamp: expect.any(String) });
    const before = requests();
    await client.update(ConfigMap, { ...deleting, metadata: { ...deleting.metadata, finalizers: [] } });
    expect(await client.getOrNull(ConfigMap, key)).toBeNull();
    const again = await client.create(ConfigMap, { metadata: key });
    expect((await client.get(ConfigMap, key)).metadata.uid).toBe(again.metadata.uid);
    expect(requests() - before).toBe(2);
  });

  it('what the answer does not tell is asked for, once, and by no one who does not read it', async () => {
    const { client, cache, hold, release, requests } = start();
    const made = await client.create(Deployment, deployment('scaled'));
    const stream = await cache.getInformer(Deployment);
    await eventually(() => expect(stream.get(made.metadata)).toBeDefined());
    hold();
    const scale = await client.subresource('scale').get(Deployment, made.metadata);
    await client.subresource('scale').update(Deployment, { ...scale, spec: { replicas: 7 } });
    const before = requests();
    const reads = Array.from({ length: 5 }, () => client.get(Deployment, made.metadata));
    for (const read of await Promise.all(reads)) expect(read.spec?.replicas).toBe(7);
    await client.list(Deployment);
    expect(requests() - before).toBe(1);
    release();
    await eventually(() => expect(requests() - before).toBe(1));
  });

  it('of many that are deleted at once, none is read again', async () => {
    const { client, hold, names } = start();
    const set = { set: 'many' };
    const make = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ metadata: { name: `many-${at}`, namespace, labels: set } }));
    for (const each of make(20)) await client.create(ConfigMap, each);
    await client.create(ConfigMap, { metadata: { name: 'kept', namespace } });
    expect(await names(ConfigMap)).toContain('many-0');
    hold();
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: set });
    expect((await client.list(ConfigMap, { labelSelector: set })).items).toEqual([]);
    expect(await names(ConfigMap)).toContain('kept');
  });

  it('an object that is no longer selected is no longer there, and one that is, is', async () => {
    const { client, hold, release, names } = start({ byObject: [byObject(ConfigMap, { labelSelector: 'in=yes' })] });
    await client.create(ConfigMap, { metadata: { name: 'inside', namespace, labels: { in: 'yes' } } });
    await client.create(ConfigMap, { metadata: { name: 'outside', namespace } });
    expect(await names(ConfigMap)).toEqual(['inside']);
    hold();
    await client.patch(ConfigMap, { name: 'inside', namespace }, { metadata: { labels: { in: 'no' } } });
    expect(await names(ConfigMap)).toEqual([]);
    await client.patch(ConfigMap, { name: 'outside', namespace }, { metadata: { labels: { in: 'yes' } } });
    expect(await names(ConfigMap)).toEqual(['outside']);
    release();
    await client.patch(ConfigMap, { name: 'outside', namespace }, { data: { last: 'yes' } });
    await eventually(async () => expect(await names(ConfigMap)).toEqual(['outside']));
  });

  it('one who mirrors metadata alone, or another version, knows of a write as well', async () => {
    const { client, cache, hold, requests } = start();
    const meta = metadataOnly(HorizontalPodAutoscaler);
    const key = { name: 'versions', namespace };
    await Promise.all([cache.getInformer(meta), cache.getInformer(HorizontalPodAutoscaler)]);
    hold();
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' };
    await client.create(HorizontalPodAutoscaler1, {
      metadata: { ...key, labels: { made: 'yes' } },
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 50, scaleTargetRef },
    });
    expect((await client.get(meta, key)).metadata.labels).toEqual({ made: 'yes' });
    expect((await client.get(HorizontalPodAutoscaler, key)).spec?.metrics).toMatchObject([{ type: 'Resource' }]);
    const before = requests();
    await client.patch(HorizontalPodAutoscaler, key, { metadata: { labels: { made: 'again' } } });
    const partial = await client.get(meta, key);
    expect(partial.metadata.labels).toEqual({ made: 'again' });
    expect(Object.keys(partial)).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(requests() - before).toBe(1);
  });

  it('handlers hear of it when the watch brings it, and then the cache has what they heard of', async () => {
    const { client, cache, hold, release } = start();
    const informer = await cache.getInformer(ConfigMap);
    const heard: CacheEvent<ConfigMap>[] = [];
    hold();
    informer.handle((event) => event.object.metadata.name === 'heard' && heard.push(event));
    const { metadata } = await client.create(ConfigMap, { metadata: { name: 'heard', namespace }, data: { a: '1' } });
    await client.patch(ConfigMap, metadata, { data: { a: '2' } });
    await client.patch(ConfigMap, metadata, { data: { a: '3' } });
    expect(informer.get(metadata)?.data).toEqual({ a: '3' });
    expect(heard).toEqual([]);
    release();
    await eventually(() => expect(heard).toHaveLength(3));
    expect(heard.map(({ type, object }) => [type, object.data?.['a']])).toEqual([
      ['add', '1'],
      ['update', '2'],
      ['update', '3'],
    ]);
    expect(heard[2]).toMatchObject({ old: heard[1]?.object });
    expect(informer.get(metadata)).toBe(heard[2]?.object);
  });
});
