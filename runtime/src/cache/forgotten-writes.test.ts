import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { fooKind } from '../../../test/support/foo-kind.js';
import { silentLogger } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { ApiError } from '../transport/api-error.js';
import { createClient } from '../client/create-client.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { whenAborted } from '../timing/wait.js';
import { Cache, type CacheOptions } from './cache.js';
import { cachedClient } from './cached-client.js';

const Foo = fooKind<{ text: string }>();

/**
 * API server whose watches show only the objects that exist when they start, and bookmarks when the test sends them.
 */
class SilentServer implements Transport {
  readonly objects = new Map<string, KubernetesObject>();
  /** Whether created objects can be found afterwards. */
  keeps = true;
  lists = 0;
  gets = 0;
  failing = false;
  #version = 0;
  #bookmarks: (() => void)[] = [];

  async send({ method, path, body = '{}' }: TransportRequest): Promise<string> {
    const [, name] = /foos\/([^/]+)$/.exec(path) ?? [];
    if (method === 'POST') {
      const object = JSON.parse(body) as KubernetesObject & { metadata: object };
      const version = `${(this.#version += 1)}`;
      const stored = { ...object, metadata: { ...object.metadata, uid: `u${version}`, resourceVersion: version } };
      if (this.keeps) this.objects.set(stored.metadata.name!, stored);
      return JSON.stringify(stored);
    }
    if (name !== undefined) {
      this.gets += 1;
      if (!this.objects.has(name)) throw new ApiError({ code: 404, reason: 'NotFound' }, path);
      return JSON.stringify(this.objects.get(name));
    }
    this.lists += 1;
    const metadata = { resourceVersion: `${this.#version}` };
    return JSON.stringify({
      kind: 'FooList',
      apiVersion: 'example.com/v1',
      metadata,
      items: [...this.objects.values()],
    });
  }

  async *lines({ query = {}, signal, path }: TransportRequest): AsyncGenerator<string> {
    if (this.failing) throw new ApiError({ code: 500, message: 'out of order' }, path);
    const bookmark = (): string => {
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      return JSON.stringify({
        type: 'BOOKMARK',
        object: {
          apiVersion: 'example.com/v1',
          kind: 'Foo',
          metadata: { resourceVersion: `${this.#version}`, annotations },
        },
      });
    };
    if (query['sendInitialEvents']) {
      this.lists += 1;
      for (const object of this.objects.values()) yield JSON.stringify({ type: 'ADDED', object });
      yield bookmark();
    }
    for (;;) {
      await Promise.race([new Promise<void>((resolve) => this.#bookmarks.push(resolve)), whenAborted(signal!)]);
      signal?.throwIfAborted();
      yield bookmark();
    }
  }

  bookmark(): void {
    for (const each of this.#bookmarks.splice(0)) each();
  }

  observe(): () => void {
    return () => undefined;
  }

  close(): void {
    // There is nothing to close.
  }
}

function start(options: Partial<CacheOptions> = {}) {
  const server = new SilentServer();
  const timing = { firstWait: 5, longestWait: 20 };
  const cache = new Cache({ transport: server, log: silentLogger, timing, ...options });
  const client = cachedClient(cache, createClient(server, { writes: cache }));
  const stop = new AbortController();
  const running = cache.start(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const create = async (count: number, prefix = 'foo'): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      await client.create(Foo, {
        metadata: { name: `${prefix}-${at}`, namespace: 'a' },
        spec: { text: 'x'.repeat(100) },
      });
    }
  };
  return { server, cache, client, create };
}

const inA = { namespace: 'a' };

describe('writes that the watch never shows', () => {
  it('are found by a list if there are many, and are then forgotten', async () => {
    const { server, cache, client, create } = start();
    await cache.getInformer(Foo);
    const before = server.lists;
    await create(5000);
    const { items } = await client.list(Foo, inA);
    expect(items).toHaveLength(5000);
    // The cost of a list grows with the number of objects, so there must be few lists.
    expect(server.lists - before).toBeLessThan(8);
    expect(server.gets).toBe(0);
    expect(cache.informer(Foo).remembered).toBeLessThanOrEqual(5000 / 2);
  });

  it.each([
    ['in all namespaces', {}],
    ['in some', { namespaces: ['a', 'b'] }],
  ])('are read by their author at any time, %s', async (_, options) => {
    const { cache, client, create } = start(options);
    await cache.getInformer(Foo);
    for (let round = 0; round < 5; round += 1) {
      await create(700, `round${round}`);
      const last = { ...inA, name: `round${round}-699` };
      expect(await client.getOrNull(Foo, last)).not.toBeNull();
      expect((await client.list(Foo, inA)).items).toHaveLength((round + 1) * 700);
    }
  });

  it('and that no list has, such as those of a server that stores nothing, are let go', async () => {
    const { server, cache, client, create } = start();
    server.keeps = false;
    await cache.getInformer(Foo);
    await create(3000);
    await eventually(() => expect(cache.informer(Foo).remembered).toBeLessThan(1000));
    expect((await client.list(Foo, inA)).items.length).toBeLessThan(1000);
  });

  it('are sent to handlers by that list', async () => {
    const { cache, create } = start();
    const heard = new Set<string>();
    (await cache.getInformer(Foo)).handle(({ object }) => heard.add(object.metadata.name));
    await create(1001);
    await eventually(() => expect(heard.size).toBe(1001));
  });

  it('are not waited for if the list fails: reads fail, and nothing is kept forever', async () => {
    const { server, cache, client, create } = start();
    await cache.getInformer(Foo);
    server.failing = true;
    server.send = async ({ method, path, body = '{}' }) => {
      if (method !== 'POST') throw new ApiError({ code: 503, message: 'out of order' }, path);
      const { metadata } = JSON.parse(body) as { metadata: { name: string } };
      return JSON.stringify({
        ...(JSON.parse(body) as object),
        metadata: { ...metadata, uid: metadata.name, resourceVersion: '1' },
      });
    };
    await create(3000);
    expect(cache.informer(Foo).remembered).toBeLessThanOrEqual(1000);
    await expect(client.list(Foo, inA)).rejects.toThrow('out of order');
    await expect(client.get(Foo, { ...inA, name: 'foo-1' })).rejects.toThrow('out of order');
  });

  it('are listed where a bookmark proves that the watch has left them out', async () => {
    const { server, cache, client, create } = start();
    await cache.getInformer(Foo);
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    await create(3);
    const before = server.lists;
    server.bookmark();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([server.lists, cache.informer(Foo).remembered]).toEqual([before, 3]);
    const now = performance.now();
    clock.mockImplementation(() => now + 11_000);
    server.bookmark();
    await eventually(() => expect(cache.informer(Foo).remembered).toBe(0));
    expect(server.lists).toBe(before + 1);
    expect((await client.list(Foo, inA)).items).toHaveLength(3);
  });
});
