import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, type KindHandle } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { ConfigMap, Namespace, Secret } from '../k8s/core/v1.js';
import { createLogger } from '../log/create-logger.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { byObject } from './by-object.js';
import { Cache, ResourceNotCachedError, type CacheOptions } from './cache.js';
import { cachedClient } from './cached-client.js';
import type { CacheEvent } from './cache-event.js';

const assets = await findTestAssets();
const often = { timeout: 20_000, interval: 20 };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'what a cache mirrors of a real API server',
  { timeout: 60_000 },
  () => {
    let environment: TestEnvironment;
    let transport: Transport;
    let live: Client;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      transport = createTransport(environment.config);
      live = createClient(transport, { fieldManager: 'tests' });
      for (const name of ['one', 'two']) await live.create(Namespace, { metadata: { name } });
      for (const namespace of ['one', 'two']) {
        for (const name of ['web', 'other']) {
          const metadata = { name, namespace, labels: { app: name } };
          await live.create(ConfigMap, { metadata, data: { large: 'x' } });
          await live.create(Secret, { metadata, type: name === 'web' ? 'Opaque' : 'example.com/other' });
        }
      }
    }, 120_000);
    afterAll(async () => {
      transport?.close();
      await environment?.stop();
    });

    function start(options: Partial<CacheOptions> = {}) {
      const lines: string[] = [];
      const log = createLogger({
        write: (line) => {
          const { level, msg, reason = '' } = JSON.parse(line) as Record<string, string>;
          lines.push(`${level} ${msg} ${reason}`);
        },
      });
      const cache = new Cache({ transport, log, ...options });
      const stop = new AbortController();
      const running = cache.start(stop.signal);
      onTestFinished(async () => {
        stop.abort();
        await running;
      });
      const client = cachedClient(cache, live);
      const keys = async (kind: KindHandle) =>
        (await client.list(kind)).items
          .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
          .filter((key) => /^(one|two)\//.test(key))
          .toSorted();
      return { cache, client, keys, lines };
    }

    it('is of each kind what was said of it, and of the others what was said of all', async () => {
      const { client, keys } = start({
        namespaces: ['one'],
        defaultLabelSelector: 'app=web',
        defaultTransform: (object) => ({ ...object, metadata: { ...object.metadata, annotations: { seen: 'yes' } } }),
        byObject: [
          byObject(Secret, {
            namespaces: [],
            labelSelector: '',
            fieldSelector: 'type=Opaque',
            transform: (secret) => ({ ...secret, data: { made: 'by the transform' } }),
          }),
        ],
      });
      expect(await keys(ConfigMap)).toEqual(['one/web']);
      expect(await keys(Secret)).toEqual(['one/web', 'two/web']);
      const { metadata } = await client.get(ConfigMap, { name: 'web', namespace: 'one' });
      expect(metadata.annotations).toEqual({ seen: 'yes' });
      const secret = await client.get(Secret, { name: 'web', namespace: 'two' });
      expect([secret.data, secret.metadata.annotations]).toEqual([{ made: 'by the transform' }, undefined]);
      await expect(client.list(ConfigMap, { namespace: 'two' })).rejects.toThrow('does not mirror this namespace');
    });

    it('can be chosen by a field, of every kind', async () => {
      const { keys } = start({ defaultFieldSelector: 'metadata.name=other' });
      expect(await keys(ConfigMap)).toEqual(['one/other', 'two/other']);
      expect(await keys(Secret)).toEqual(['one/other', 'two/other']);
    });

    it('is sent again, with every object, after each period, as if it had changed', async () => {
      const { cache } = start({ namespaces: ['one'], syncPeriod: 100 });
      const heard: CacheEvent<ConfigMap>[] = [];
      cache.informer(ConfigMap).handle((event) => void heard.push(event));
      await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'update').length).toBeGreaterThan(5), often);
      const updates = heard.filter((event) => event.type === 'update');
      expect(new Set(updates.map(({ object }) => object.metadata.name))).toEqual(new Set(['web', 'other']));
      for (const event of updates) expect(event.old).toBe(event.object);
    });

    it('is begun by no read where reads may not, and forgotten with its informer', async () => {
      const { cache, client, keys } = start({ readerFailOnMissingInformer: true });
      await expect(client.list(ConfigMap)).rejects.toThrow(ResourceNotCachedError);
      await expect(client.get(ConfigMap, { name: 'web', namespace: 'one' })).rejects.toThrow('watch the kind first');
      const heard: string[] = [];
      cache.informer(ConfigMap).handle(({ object }) => void heard.push(object.metadata.name));
      expect(await keys(ConfigMap)).toHaveLength(4);
      cache.removeInformer(ConfigMap);
      await expect(client.list(ConfigMap)).rejects.toThrow(ResourceNotCachedError);
      heard.length = 0;
      await live.create(ConfigMap, { metadata: { name: randomUUID(), namespace: 'default' } });
      await sleep(200);
      expect(heard).toEqual([]);
    });

    it('is a kind whose definition goes and comes back: its objects are gone, and new ones are seen', async () => {
      const Gadget = defineResource<KubernetesObject>({
        group: 'example.com',
        version: 'v1',
        kind: 'Gadget',
        plural: 'gadgets',
        scope: 'Namespaced',
      });
      const crd = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'gadgets.example.com' },
        spec: {
          group: 'example.com',
          names: { kind: 'Gadget', plural: 'gadgets', singular: 'gadget', listKind: 'GadgetList' },
          scope: 'Namespaced',
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      };
      await environment.installCRDs(crd);
      const { cache, client, keys, lines } = start({ timing: { longestWait: 500 } });
      const heard: string[] = [];
      cache.informer(Gadget).handle(({ type, object }) => void heard.push(`${type} ${object.metadata.uid}`));
      const make = () => live.create(Gadget, { metadata: { name: 'a', namespace: 'one' } });
      const first = await make();
      await vi.waitFor(() => expect(heard).toEqual([`add ${first.metadata.uid}`]), often);
      await environment.uninstallCRDs(crd);
      await vi.waitFor(
        () => expect(heard).toEqual([`add ${first.metadata.uid}`, `delete ${first.metadata.uid}`]),
        often,
      );
      await vi.waitFor(
        () => expect(lines.at(-1)).toMatch(/CustomResourceDefinition gadgets\.example\.com installed\?$/),
        often,
      );
      expect(await keys(Gadget)).toEqual([]);
      expect(lines).toHaveLength(1);
      await environment.installCRDs(crd);
      const second = await make();
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`add ${second.metadata.uid}`), often);
      expect((await client.get(Gadget, { name: 'a', namespace: 'one' })).metadata.uid).toBe(second.metadata.uid);
      await live.delete(Gadget, second);
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`delete ${second.metadata.uid}`), often);
      expect(lines.at(-1)).toMatch(/^info the cache is up to date again/);
    });
  },
);
