import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { fooKind } from '../../../test/support/foo-kind.js';
import { silentLogger } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { ApiError } from '../transport/api-error.js';
import { createClient } from '../client/create-client.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { Cache } from './cache.js';
import { cachedClient } from './cached-client.js';

const Foo = fooKind<{ at: number }>();

const faults = ['reset', 'refused', 'expired', 'late', 'lost', 'cut'] as const;
type Fault = (typeof faults)[number];

interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: { readonly metadata: { readonly name: string }; readonly spec: { readonly at: number } };
}

/** In-memory API server: objects with a history, and faults that affect the next requests. */
class Server implements Transport {
  readonly faults: Fault[] = [];
  readonly log: Change[] = [];
  /** Existing objects, each with the change that created its state. */
  readonly objects = new Map<string, Change['object']>();
  compacted = 0;
  readonly #isOrdered: boolean;
  #wake = (): void => undefined;
  #broken = 0;

  constructor(isOrdered: boolean) {
    this.#isOrdered = isOrdered;
  }

  change(name: string, isDeletion: boolean): Change['object'] | undefined {
    const old = this.objects.get(name);
    if (isDeletion && old === undefined) return undefined;
    const at = this.log.length + 1;
    const uid = old === undefined ? `uid-${at}` : (old.metadata as unknown as { uid: string }).uid;
    const metadata = { name, namespace: 'a', uid, resourceVersion: this.#version(at) };
    const object = { apiVersion: 'example.com/v1', kind: 'Foo', metadata, spec: { at } };
    if (isDeletion) this.objects.delete(name);
    else this.objects.set(name, object);
    this.log.push({ type: isDeletion ? 'DELETED' : old === undefined ? 'ADDED' : 'MODIFIED', object });
    this.#wake();
    return object;
  }

  breakWatches(): void {
    this.#broken += 1;
    this.#wake();
  }

  async send({ method, path, body }: TransportRequest): Promise<string> {
    const fault = this.faults.shift();
    if (fault === 'refused') throw new ApiError({ code: 503 }, path);
    if (fault === 'reset') throw new Error('reset');
    const answer = this.#answer(method, path, body);
    if (fault === 'late' || fault === 'cut') for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    if (fault === 'lost') throw new Error('reset after it was done');
    return JSON.stringify(answer);
  }

  async *lines({ query = {}, path, signal }: TransportRequest): AsyncGenerator<string> {
    const fault = this.faults.shift();
    if (fault === 'refused') throw new ApiError({ code: 500 }, path);
    if (fault === 'lost') throw new ApiError({ code: 422 }, path);
    if (fault === 'reset') throw new Error('reset');
    const broken = this.#broken;
    let position = this.log.length;
    if (query['sendInitialEvents']) {
      const there = [...this.objects.values()];
      for (const object of there) yield JSON.stringify({ type: 'ADDED', object });
      if (fault === 'cut') throw new Error('cut off');
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      const metadata = { resourceVersion: this.#version(position), annotations };
      yield JSON.stringify({ type: 'BOOKMARK', object: { apiVersion: 'example.com/v1', kind: 'Foo', metadata } });
    } else {
      position = this.#positionOf(String(query['resourceVersion']));
      if (fault === 'expired' || position < this.compacted) {
        yield JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
        return;
      }
    }
    for (let count = 0; ; count += 1) {
      if (fault === 'late') await nextTurn();
      if (signal?.aborted) throw new Error('aborted');
      if (broken !== this.#broken || (fault === 'cut' && count === 2)) throw new Error('broken');
      const change = this.log[position];
      if (change === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      } else {
        position += 1;
        yield JSON.stringify(change);
      }
    }
  }

  observe(): () => void {
    return () => undefined;
  }

  close(): void {
    this.breakWatches();
  }

  #answer(method: string, path: string, body = '{}'): object {
    const name = /foos\/([^/]+)$/.exec(path)?.[1];
    if (method === 'GET' && name === undefined) {
      const metadata = { resourceVersion: this.#version(this.log.length) };
      return { apiVersion: 'example.com/v1', kind: 'FooList', metadata, items: [...this.objects.values()] };
    }
    const target = name ?? (JSON.parse(body) as KubernetesObject).metadata?.name ?? '';
    if (method === 'POST' && this.objects.has(target)) throw new ApiError({ code: 409 }, path);
    if (method !== 'POST' && !this.objects.has(target)) throw new ApiError({ code: 404, reason: 'NotFound' }, path);
    if (method === 'GET') return this.objects.get(target)!;
    const object = this.change(target, method === 'DELETE')!;
    const { uid } = object.metadata as unknown as { uid: string };
    return method === 'DELETE' ? { kind: 'Status', status: 'Success', details: { uid } } : object;
  }

  /**
   * Numbers count up, as Kubernetes promises (KEP-5504); what is not a number has no order.
   * See https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
   */
  #version(at: number): string {
    return this.#isOrdered ? `${at + 90}` : `v${(at * 7919) % 104_729}`;
  }

  #positionOf(version: string): number {
    for (let at = 0; at <= this.log.length; at += 1) if (this.#version(at) === version) return at;
    throw new Error(`${version} is not a version`);
  }
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);
const name = fc.constantFrom('p', 'q');
const step = fc.oneof(
  fc.record({ type: fc.constant('change' as const), name, isDeletion: fc.boolean() }),
  fc.record({ type: fc.constant('write' as const), name, isDeletion: fc.boolean() }),
  fc.record({ type: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  fc.constant({ type: 'break' as const }),
  fc.constant({ type: 'forget' as const }),
  fc.record({ type: fc.constant('wait' as const), turns: fc.nat({ max: 4 }) }),
);

it('whatever happens, a cache ends up equal to what is there, and is never older than our own writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), fc.boolean(), async (steps, isOrdered) => {
      const server = new Server(isOrdered);
      const log = silentLogger;
      const cache = new Cache({ transport: server, log, timing: { firstWait: 1, longestWait: 2, tooShort: 0 } });
      const live = createClient(server, { writes: cache });
      const client = cachedClient(cache, live);
      const wrong: string[] = [];
      // Start of the last state that a handler has received.
      const told = new Map<string, number>();
      cache.informer(Foo).handle(({ type, object }) => {
        const before = told.get(object.metadata.name);
        if ((type === 'add') !== (before === undefined)) wrong.push(`${type} of what was${before ? '' : ' not'} there`);
        // The same state is reported again if a read returned one of the client's own writes that has been forgotten
        // since.
        if (type !== 'delete' && object.spec!.at < (before ?? 1)) wrong.push(`${type} of an older state`);
        if (type === 'delete') told.delete(object.metadata.name);
        else told.set(object.metadata.name, object.spec!.at);
      });
      const stop = new AbortController();
      const running = cache.start(stop.signal);
      const written = new Map<string, number>();
      const writes: Promise<void>[] = [];

      const write = async (key: { name: string; namespace: string }, isDeletion: boolean): Promise<void> => {
        const answered = async (): Promise<number> => {
          if (isDeletion) return client.delete(Foo, key).then(() => server.log.length);
          const there = server.objects.has(key.name);
          const sent = { metadata: { ...key } };
          const object = await (there ? client.update(Foo, sent) : client.create(Foo, sent));
          return object.spec!.at;
        };
        const at = await answered().catch(() => 0);
        if (!isDeletion) written.set(key.name, Math.max(written.get(key.name) ?? 0, at));
      };
      const check = async (key: { name: string; namespace: string }): Promise<void> => {
        const least = written.get(key.name) ?? 0;
        const read = await client.getOrNull(Foo, key).catch(() => undefined);
        if (read && read.spec!.at < least) wrong.push(`${read.spec!.at} was read after ${least} was written`);
        const isDeleted = server.log.slice(least).some(({ type, object }) => {
          return type === 'DELETED' && object.metadata.name === key.name;
        });
        if (read === null && least > 0 && !isDeleted) wrong.push(`${key.name} was written and is not there`);
      };

      for (const each of steps) {
        if (each.type === 'change') server.change(each.name, each.isDeletion);
        else if (each.type === 'write') writes.push(write({ name: each.name, namespace: 'a' }, each.isDeletion));
        else if (each.type === 'fault') server.faults.push(each.fault);
        else if (each.type === 'break') server.breakWatches();
        else if (each.type === 'forget') server.compacted = server.log.length;
        else for (let turn = 0; turn < each.turns; turn += 1) await nextTurn();
        if (cache.informer(Foo).isSynced) for (const key of ['p', 'q']) await check({ name: key, namespace: 'a' });
      }
      await Promise.all(writes);
      server.faults.length = 0;
      await cache.getInformer(Foo);
      for (const key of ['p', 'q']) await check({ name: key, namespace: 'a' });
      const truth = sorted([...server.objects.values()].map(({ spec }) => spec.at));
      await vi.waitFor(
        async () => {
          expect(sorted((await client.list(Foo)).items.map(({ spec }) => spec!.at))).toEqual(truth);
          expect(sorted([...told.values()])).toEqual(truth);
        },
        { interval: 2, timeout: 25_000 },
      );
      stop.abort();
      await running;
      expect(wrong).toEqual([]);
    }),
    { numRuns: 1000, timeout: 2000 },
  );
});
