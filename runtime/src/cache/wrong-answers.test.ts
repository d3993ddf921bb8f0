import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { fooKind } from '../../../test/support/foo-kind.js';
import { silentLogger } from '../../../test/support/logs.js';
import { ApiError } from '../transport/api-error.js';
import { createClient } from '../client/create-client.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { whenAborted } from '../timing/wait.js';
import { Cache, type CacheOptions } from './cache.js';
import { cachedClient } from './cached-client.js';

const Foo = fooKind<{ size: number }>();

const key = { namespace: 'a', name: 'a' };
const foo = (size: number, resourceVersion: string) => ({
  apiVersion: 'example.com/v1',
  kind: 'Foo',
  metadata: { ...key, uid: 'u1', resourceVersion, generation: size },
  spec: { size },
});
type Foo1 = ReturnType<typeof foo>;

/** API server that answers a write with something it does not store, and whose watch shows what the test specifies. */
class LyingServer implements Transport {
  stored: Foo1 | undefined = foo(1, '10');
  /** Version in the answer to a write. */
  lie = '5';
  gets = 0;
  #version = 10;
  readonly #watches = new Set<(line: string) => void>();

  async send({ method, path, body }: TransportRequest): Promise<string> {
    if (method === 'DELETE') {
      const details = { uid: 'u1' };
      return JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Success', details });
    }
    if (method !== 'GET') {
      const sent = JSON.parse(body!) as Foo1;
      return JSON.stringify({ ...sent, metadata: { ...sent.metadata, uid: 'u1', resourceVersion: this.lie } });
    }
    if (path.endsWith('foos')) return this.#list();
    this.gets += 1;
    if (this.stored === undefined) throw new ApiError({ code: 404, reason: 'NotFound' }, path);
    return JSON.stringify(this.stored);
  }

  #list(): string {
    const items = this.stored === undefined ? [] : [this.stored];
    const metadata = { resourceVersion: `${this.#version}` };
    return JSON.stringify({ apiVersion: 'example.com/v1', kind: 'FooList', metadata, items });
  }

  async *lines({ query = {}, signal }: TransportRequest): AsyncGenerator<string> {
    const lines: string[] = [];
    let wake = (): void => undefined;
    const push = (line: string): void => {
      lines.push(line);
      wake();
    };
    this.#watches.add(push);
    if (query['sendInitialEvents']) {
      if (this.stored) lines.push(JSON.stringify({ type: 'ADDED', object: this.stored }));
      lines.push(this.#bookmark(true));
    }
    for (;;) {
      while (lines.length > 0) yield lines.shift()!;
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), whenAborted(signal!)]);
      signal?.throwIfAborted();
    }
  }

  #bookmark(isEnd: boolean): string {
    const annotations = isEnd ? { 'k8s.io/initial-events-end': 'true' } : {};
    const metadata = { resourceVersion: `${this.#version}`, annotations };
    return JSON.stringify({ type: 'BOOKMARK', object: { apiVersion: 'example.com/v1', kind: 'Foo', metadata } });
  }

  /** Changes the object as another client. */
  change(size: number): void {
    this.stored = foo(size, `${(this.#version += 7)}`);
    this.#show(JSON.stringify({ type: 'MODIFIED', object: this.stored }));
  }

  bookmark(): void {
    this.#show(this.#bookmark(false));
  }

  #show(line: string): void {
    for (const each of this.#watches) each(line);
  }

  observe(): () => void {
    return () => undefined;
  }

  close(): void {
    // There is nothing to close.
  }
}

async function start(stored: Foo1 | undefined, options: Partial<CacheOptions> = {}) {
  const server = new LyingServer();
  server.stored = stored;
  const cache = new Cache({
    transport: server,
    log: silentLogger,
    timing: { firstWait: 5, longestWait: 20 },
    ...options,
  });
  const client = cachedClient(cache, createClient(server, { writes: cache }));
  const stop = new AbortController();
  const running = cache.start(stop.signal);
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(async () => {
    clock.mockRestore();
    stop.abort();
    await running;
  });
  const heard: string[] = [];
  const informer = await cache.getInformer(Foo);
  informer.handle((event) => {
    const old = event.type === 'update' ? `${event.old.spec?.size} > ` : '';
    const read = informer.get(key)?.spec?.size;
    heard.push(`${event.type} ${old}${event.object.spec?.size}, read ${read}`);
  });
  /** Lets the watch catch up, long after the last write. */
  const later = (): void => {
    const now = performance.now();
    clock.mockImplementation(() => now + 11_000);
    server.bookmark();
  };
  return { server, client, cache, heard, later };
}

describe('a write that is answered and not stored', () => {
  it.each([
    ['an older version', '5'],
    ['a version of the future', '999999999'],
    ['the next version', '11'],
    ['a version that is not a number', 'abc'],
  ])('as %s hides what others change no longer than until the cache asks, and handlers are told', async (_, lie) => {
    const { server, client, heard, later } = await start(foo(1, '10'));
    server.lie = lie;
    await client.status.update(Foo, await client.get(Foo, key));
    server.change(3);
    await eventually(() => expect(heard).toEqual(['add 1, read 1', 'update 1 > 3, read 1']));
    later();
    await eventually(() => expect(heard.slice(2)).toEqual(['update 1 > 3, read 3']));
    expect(server.gets).toBe(1);
    expect((await client.get(Foo, key)).spec).toEqual({ size: 3 });
  });

  it('hides changes of others, and notifies of changes that a list has shown before', async () => {
    const { server, client, heard, cache, later } = await start(foo(1, '10'));
    await client.update(Foo, { ...(await client.get(Foo, key)), spec: { size: 2 } });
    server.change(3);
    await eventually(() => expect(heard.at(-1)).toBe('update 1 > 3, read 2'));
    // A live read of everything, and the list after it, discard the answer.
    later();
    await eventually(() => expect(heard.at(-1)).toBe('update 2 > 3, read 3'));
    expect(cache.informer(Foo).remembered).toBe(0);
  });

  it('of a creation is sent as a deletion', async () => {
    const { client, heard, later } = await start(undefined);
    await client.create(Foo, { metadata: key, spec: { size: 1 } });
    expect((await client.get(Foo, key)).spec).toEqual({ size: 1 });
    later();
    await eventually(() => expect(heard).toEqual(['add 1, read undefined', 'delete 1, read undefined']));
    expect(await client.getOrNull(Foo, key)).toBeNull();
  });

  it('with a change that no one made is notified, so that the write is repeated', async () => {
    const { client, heard, later } = await start(foo(1, '10'));
    await client.update(Foo, { ...(await client.get(Foo, key)), spec: { size: 2 } });
    later();
    await eventually(() => expect(heard).toEqual(['add 1, read 1', 'update 2 > 1, read 1']));
  });

  it('which is not the last one is notified when the next response matches the watch', async () => {
    const { server, client, heard } = await start(foo(1, '10'));
    await client.update(Foo, { ...(await client.get(Foo, key)), spec: { size: 2 } });
    server.change(3);
    await eventually(() => expect(heard.at(-1)).toBe('update 1 > 3, read 2'));
    server.lie = '17';
    await client.update(Foo, { metadata: { ...key, uid: 'u1', resourceVersion: '17' }, spec: { size: 3 } });
    expect(heard.at(-1)).toBe('update 2 > 3, read 3');
  });
});

it('a deletion that succeeds without effect is notified, so that it is repeated', async () => {
  const { client, heard, later } = await start(foo(1, '10'));
  await client.delete(Foo, key);
  later();
  await eventually(() => expect(heard).toEqual(['add 1, read 1', 'delete 1, read 1', 'add 1, read 1']));
});

it('a write that the watch shows is notified once', async () => {
  const { server, client, heard, later } = await start(foo(1, '10'));
  server.lie = '17';
  await client.update(Foo, { ...(await client.get(Foo, key)), spec: { size: 2 } });
  server.change(2);
  later();
  server.change(4);
  await eventually(() => expect(heard).toEqual(['add 1, read 1', 'update 1 > 2, read 2', 'update 2 > 4, read 4']));
});
