import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { resourceInfo } from '../api/resource.js';
import { isAlreadyExists, isConflict, isForbidden, isInvalid, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap, Namespace, ServiceAccount } from '../k8s/core/v1.js';
import {
  findTestAssets,
  startFaultProxy,
  startTestEnvironment,
  type Fault,
  type FaultChooser,
  type TestEnvironment,
} from '../testing/index.js';
import { Cache } from './cache.js';
import { cachedClient } from './cached-client.js';
import { Informer } from './informer.js';

const assets = await findTestAssets();

let environment: TestEnvironment;
let config: ClusterConfig;
let transport: Transport;
let client: Client;

const namespace = 'default';
const app = { app: 'web' };
const deployment = (name: string): Deployment => ({
  metadata: { name, namespace },
  spec: {
    replicas: 1,
    selector: { matchLabels: app },
    template: { metadata: { labels: app }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a real API server', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    environment = await startTestEnvironment({ users: [{ name: 'nobody' }] });
    config = await loadConfig({ kubeconfig: environment.kubeconfigPath });
    transport = createTransport(config);
    client = createClient(transport, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  describe('answers the client', () => {
    it('that an object is there already, is missing, or was changed by someone else', async () => {
      const created = await client.create(ConfigMap, { metadata: { name: 'errors', namespace }, data: { a: '1' } });
      await expect(client.create(ConfigMap, created)).rejects.toThrow(/resourceVersion should not be set/);
      const again = client.create(ConfigMap, { metadata: { name: 'errors', namespace } });
      await expect(again).rejects.toSatisfy(isAlreadyExists);
      await client.update(ConfigMap, { ...created, data: { a: '2' } });
      const late = client.update(ConfigMap, { ...created, data: { a: '3' } });
      await expect(late).rejects.toSatisfy(isConflict);
      await expect(late).rejects.toThrow(/^update configmaps default\/errors: .*modified/);
      const other = client.delete(ConfigMap, created, { preconditions: { uid: 'another' } });
      await expect(other).rejects.toSatisfy(isConflict);
      await client.delete(ConfigMap, created);
      await expect(client.get(ConfigMap, created.metadata)).rejects.toSatisfy(isNotFound);
      await expect(client.delete(ConfigMap, created)).rejects.toSatisfy(isNotFound);
      expect(await client.getOrNull(ConfigMap, created.metadata)).toBeNull();
    });

    it('that an object is wrong, or that someone may not', async () => {
      const wrong = client.create(Deployment, {
        ...deployment('wrong'),
        spec: { ...deployment('x').spec!, replicas: -1 },
      });
      await expect(wrong).rejects.toSatisfy(isInvalid);
      await expect(wrong).rejects.toMatchObject({ details: { causes: [{ field: 'spec.replicas' }] } });
      const strict = { fieldValidation: 'Strict', dryRun: true } as const;
      const misspelt = { ...deployment('strict'), sepc: {} } as Deployment;
      await expect(client.create(Deployment, misspelt, strict)).rejects.toThrow(/unknown field "sepc"/);
      const nobody = createClient(await loadConfig({ kubeconfig: await environment.userKubeconfig('nobody') }));
      const forbidden = nobody.list(ConfigMap, { namespace });
      await expect(forbidden).rejects.toSatisfy(isForbidden);
      await expect(forbidden).rejects.toThrow(
        /^list configmaps in default: .*User "nobody" cannot list resource "configmaps"/,
      );
    });

    it('with what every kind of patch makes of an object', async () => {
      const { metadata } = await client.create(Deployment, deployment('patched'));
      const merged = await client.patch(Deployment, metadata, { metadata: { labels: { a: 'b' } } });
      expect(merged.metadata.labels).toEqual({ a: 'b' });
      const sidecar = { spec: { template: { spec: { containers: [{ name: 'sidecar', image: 'busybox' }] } } } };
      const strategic = await client.patch(Deployment, metadata, sidecar, { type: 'strategic' });
      expect(strategic.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['sidecar', 'web']);
      const operations = [{ op: 'replace' as const, path: '/spec/replicas', value: 5 }];
      const patched = await client.patch(Deployment, metadata, operations, { type: 'json' });
      expect(patched.spec?.replicas).toBe(5);
    });

    it('with what is applied, unless others manage it', async () => {
      const applied = await client.apply(Deployment, deployment('applied'));
      expect(applied.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
        ['tests', 'Apply'],
      ]);
      const more = { ...deployment('applied'), spec: { ...deployment('applied').spec!, replicas: 3 } };
      const other = client.apply(Deployment, more, { fieldManager: 'other' });
      await expect(other).rejects.toSatisfy(isConflict);
      const taken = await client.apply(Deployment, more, { fieldManager: 'other', force: true });
      expect(taken.spec?.replicas).toBe(3);
      const read = await client.get(Deployment, taken.metadata);
      await expect(client.apply(Deployment, read, { force: true })).resolves.toMatchObject({ spec: { replicas: 3 } });
    });

    it('with the parts of an object that have an endpoint of their own', async () => {
      const created = await client.create(Deployment, deployment('parts'));
      const status = { ...created.status, observedGeneration: 1, readyReplicas: 0, replicas: 7 };
      const updated = await client.status.update(Deployment, {
        ...created,
        spec: { ...created.spec!, replicas: 9 },
        status,
      });
      expect(updated).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 7 } });
      const patched = await client.status.patch(Deployment, created.metadata, { status: { replicas: 8 } });
      expect(patched.status?.replicas).toBe(8);
      const scale = await client.subresource('scale').get(Deployment, created.metadata);
      await client.subresource('scale').update(Deployment, { ...scale, spec: { replicas: 4 } });
      expect((await client.get(Deployment, created.metadata)).spec?.replicas).toBe(4);
      await client.create(ServiceAccount, { metadata: { name: 'robot', namespace } });
      const request = { spec: { audiences: [] } };
      const robot = { name: 'robot', namespace };
      const token = await client.subresource('token').create(ServiceAccount, robot, request);
      expect(token).toMatchObject({ status: { token: expect.stringMatching(/^ey/) as string } });
    });

    it('with lists in pages, by labels, and with all of them gone', async () => {
      const labels = { set: 'pages' };
      for (let index = 0; index < 7; index += 1) {
        await client.create(ConfigMap, { metadata: { generateName: 'page-', namespace, labels } });
      }
      const before = (await environment.auditEvents()).length;
      const { items } = await client.list(ConfigMap, { namespace, labelSelector: labels, pageSize: 3 });
      expect(new Set(items.map(({ metadata }) => metadata.name)).size).toBe(7);
      expect(items.every(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ConfigMap')).toBe(true);
      await eventually(async () => expect((await environment.auditEvents()).length).toBe(before + 3));
      await client.create(ConfigMap, { metadata: { name: 'dry', namespace, labels } }, { dryRun: true });
      await client.deleteAllOf(ConfigMap, { namespace, labelSelector: labels });
      expect((await client.list(ConfigMap, { labelSelector: labels })).items).toEqual([]);
    });
  });

  /** Starts a proxy in front of the API server, and a transport to it; both end with the test. */
  async function startProxy(fault?: FaultChooser) {
    const proxy = await startFaultProxy(environment, fault);
    const through = createTransport({ ...config, server: proxy.url, certificateAuthority: proxy.certificateAuthority });
    onTestFinished(async () => {
      through.close();
      await proxy.close();
    });
    return { proxy, through };
  }

  async function startCache() {
    const { proxy, through } = await startProxy();
    const cache = new Cache({ transport: through, log: silentLogger });
    const stop = new AbortController();
    const running = cache.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    return { cache, proxy, stop, running };
  }

  /** Returns names and versions in the mirror and on the server. */
  async function compare(informer: Informer<ConfigMap>): Promise<{ mirrored: string[]; stored: string[] }> {
    const line = ({ metadata }: { readonly metadata: { readonly name: string; readonly resourceVersion: string } }) =>
      `${metadata.name} ${metadata.resourceVersion}`;
    const stored = (await client.list(ConfigMap)).items.map(line).toSorted();
    return { mirrored: [...informer.list()].map(line).toSorted(), stored };
  }

  describe('is mirrored', () => {
    it('through a storm of faults: nothing is lost, and nothing is watched twice', async () => {
      const kinds: readonly Fault[] = [
        { type: 'status', code: 500 },
        { type: 'reset', when: 'before' },
        { type: 'status', code: 410 },
        { type: 'status', code: 503, retryAfter: 0 },
        { type: 'expired' },
        { type: 'status', code: 429, retryAfter: 0 },
        { type: 'truncated' },
      ];
      let [asked, faults, stormy] = [0, 0, true];
      const { proxy, through } = await startProxy(() => {
        asked += 1;
        if (!stormy || asked % 5 < 2) return undefined;
        faults += 1;
        return kinds[asked % kinds.length];
      });
      const timing = { firstWait: 5, longestWait: 50, tooShort: 0 };
      const informer = new Informer<ConfigMap>({
        transport: through,
        info: resourceInfo(ConfigMap),
        log: silentLogger,
        timing,
      });
      const alive = new Set<string>();
      const wrong: string[] = [];
      informer.handle(({ type, object }) => {
        const { name } = object.metadata;
        // Whatever was missed in between, no object is added twice, and only objects that were added change.
        if (alive.has(name) === (type === 'add')) wrong.push(`${type} ${name}`);
        if (type === 'delete') alive.delete(name);
        else alive.add(name);
      });
      const stop = new AbortController();
      const running = informer.run(stop.signal);

      const ways = ['reset', 'expired', 'truncated'] as const;
      for (let round = 0; round < 200; round += 1) {
        const name = `storm-${round % 20}`;
        const found = await client.getOrNull(ConfigMap, { name, namespace });
        if (found === null)
          await client.create(ConfigMap, { metadata: { name, namespace }, data: { round: `${round}` } });
        else if (round % 3 === 0) await client.delete(ConfigMap, found);
        else await client.update(ConfigMap, { ...found, data: { round: `${round}` } });
        faults += proxy.openWatches();
        proxy.breakWatches(ways[round % ways.length]!);
        await sleep(20);
      }
      stormy = false;
      await eventually(async () => {
        const { mirrored, stored } = await compare(informer);
        expect(mirrored).toEqual(stored);
        expect(proxy.openWatches()).toBe(1);
      });
      expect([...alive].toSorted()).toEqual([...informer.list()].map(({ metadata }) => metadata.name).toSorted());
      expect(wrong).toEqual([]);
      expect(proxy.mostWatchesAtOnce()).toBe(1);
      expect(faults).toBeGreaterThan(100);
      stop.abort();
      await running;
    });

    it('over broken watches without another list, while the server remembers the version', async () => {
      const lists = async () =>
        (await environment.auditEvents()).filter(
          ({ requestURI, stage }) =>
            /namespaces\?.*sendInitialEvents=true/.test(requestURI) && stage === 'ResponseStarted',
        ).length;
      const before = await lists();
      const { cache, proxy } = await startCache();
      await cache.getInformer(Namespace, { timeout: 10_000 });
      for (let round = 0; round < 5; round += 1) {
        await eventually(() => expect(proxy.openWatches()).toBe(1));
        const name = `resumed-${round}`;
        proxy.breakWatches(round % 2 === 0 ? 'reset' : 'truncated');
        await client.create(Namespace, { metadata: { name } });
        await eventually(() => expect(cache.informer(Namespace).get({ name })).toBeDefined());
      }
      const all = (await environment.auditEvents()).filter(({ requestURI }) =>
        requestURI.startsWith('/api/v1/namespaces?'),
      );
      expect(all.filter(({ verb }) => verb === 'watch').length).toBeGreaterThanOrEqual(5);
      expect((await lists()) - before).toBe(1);
    });

    it('again after it was away for a while', async () => {
      const { cache, proxy } = await startCache();
      await cache.getInformer(ConfigMap, { timeout: 10_000 });
      await eventually(() => expect(proxy.openWatches()).toBe(1));
      await environment.stopApiServer();
      await eventually(() => expect(proxy.openWatches()).toBe(0));
      // Reads are answered in the meantime.
      expect((await cachedClient(cache, client).list(ConfigMap)).items.length).toBeGreaterThan(0);
      await environment.startApiServer();
      await client.create(ConfigMap, { metadata: { name: 'afterwards', namespace } });
      await vi.waitFor(async () => {
        const { mirrored, stored } = await compare(cache.informer(ConfigMap));
        expect(mirrored).toEqual(stored);
      }, 40_000);
      expect(proxy.openWatches()).toBe(1);
    });

    it('until it is stopped: then no watch is left', async () => {
      const { cache, proxy, stop, running } = await startCache();
      await Promise.all([ConfigMap, Namespace, Deployment].map((kind) => cache.getInformer(kind, { timeout: 10_000 })));
      await eventually(() => expect(proxy.openWatches()).toBe(3));
      stop.abort();
      await running;
      await eventually(() => expect(proxy.openWatches()).toBe(0));
    });
  });
});
