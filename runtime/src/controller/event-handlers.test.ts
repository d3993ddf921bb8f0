import { describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import { oddValues } from '../../../test/support/odd-values.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, type ResourceInfo } from '../api/resource.js';
import type { Shared } from '../cache/informer.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { delivery, lowPriority, type DeliveryContext } from './deliver.js';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  type EventHandler,
} from './event-handlers.js';
import { EventRetries, mostKeys } from './event-retries.js';
import type { ObjectEvent, UpdateEvent } from './events.js';
import type { AnyPredicate, Predicate } from './predicates.js';
import type { Request } from './reconciler.js';

type Metadata = Record<string, unknown>;
const object = (metadata: Metadata): Shared<KubernetesObject> => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'it', namespace: 'here', uid: 'u', resourceVersion: '1', ...metadata },
});
const add = (metadata: Metadata, initial = false): ObjectEvent<KubernetesObject> => ({
  type: 'add',
  object: object(metadata),
  initial,
});
const update = (old: Metadata, now: Metadata): UpdateEvent<Shared<KubernetesObject>> => ({
  type: 'update',
  old: object(old),
  object: object({ resourceVersion: '2', ...now }),
});
const owner = (fields: Metadata) => ({
  ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Foo', name: 'foo', uid: 'x', controller: true, ...fields }],
});
const info: ResourceInfo = { group: 'example.com', version: 'v2', kind: 'Foo', plural: 'foos', scope: 'Namespaced' };
const Foo = defineResource<KubernetesObject>(info);

function deliver(handler: EventHandler<KubernetesObject>, predicates: Predicate<KubernetesObject>[] = []) {
  const lines: Record<string, unknown>[] = [];
  const added: (Request & { priority?: number | undefined })[] = [];
  const clock = new FakeClock();
  const stop = new AbortController();
  let failures = 0;
  const handlerFailed = (): void => void (failures += 1);
  const context: DeliveryContext = { signal: stop.signal, log: logInto(lines), clock, handlerFailed };
  const queue = {
    add: (request: Request, options: { priority?: number | undefined } = {}) => added.push({ ...request, ...options }),
  };
  const send = delivery(handler, predicates, queue, context);
  return { send, added, lines, clock, stop: () => stop.abort(), failures: () => failures };
}

describe('an event handler', () => {
  it.each([add({}), update({}, {}), { type: 'delete', object: object({}) }, { type: 'generic', object: object({}) }])(
    'asks for the object itself: $type',
    (event) => {
      const { send, added } = deliver(enqueueRequestForObject);
      send(event as ObjectEvent<KubernetesObject>);
      expect(added).toEqual([{ name: 'it', namespace: 'here' }]);
    },
  );

  it('asks for the owner in control, or for every owner', () => {
    const two = {
      ownerReferences: [owner({}).ownerReferences[0], owner({ name: 'other', controller: false }).ownerReferences[0]],
    };
    const controlled = deliver(enqueueRequestForOwner(Foo, { onlyControllerOwner: true }));
    controlled.send(add(two));
    expect(controlled.added).toEqual([{ name: 'foo', namespace: 'here' }]);
    const every = deliver(enqueueRequestForOwner(Foo));
    every.send(add(two));
    expect(every.added.map(({ name }) => name)).toEqual(['foo', 'other']);
  });

  it.each([
    ['another kind', { kind: 'Bar' }],
    ['another group', { apiVersion: 'other.com/v1' }],
    ['the core group', { apiVersion: 'v1' }],
  ])('does not ask for an owner of %s', (_, fields) => {
    const { send, added } = deliver(enqueueRequestForOwner(Foo));
    send(add(owner(fields)));
    expect(added).toEqual([]);
  });

  it('names no namespace where the owner has none', () => {
    const Wide = defineResource<KubernetesObject>({ ...info, scope: 'Cluster' });
    const { send, added } = deliver(enqueueRequestForOwner(Wide));
    send(add(owner({})));
    expect(added).toEqual([{ name: 'foo', namespace: undefined }]);
  });

  it('asks for the old owner and the new one when an object changes hands', () => {
    const { send, added } = deliver(enqueueRequestForOwner(Foo));
    send(update(owner({ name: 'one' }), owner({ name: 'two' })));
    expect(added.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('asks once for what it finds twice in one event', async () => {
    const owners = deliver(enqueueRequestForOwner(Foo));
    owners.send(update(owner({}), owner({})));
    expect(owners.added).toHaveLength(1);
    const mapped = deliver(enqueueRequestsFromMapFunc(async () => [{ name: 'a' }, { name: 'b' }, { name: 'a' }]));
    mapped.send(update({}, {}));
    await new Promise(setImmediate);
    expect(mapped.added).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('asks for what a function says, at once or later', async () => {
    const now = deliver(enqueueRequestsFromMapFunc(({ metadata }) => [{ name: `${metadata.name}-now` }]));
    now.send(add({}));
    expect(now.added).toEqual([{ name: 'it-now' }]);
    const later = deliver(enqueueRequestsFromMapFunc(async ({ metadata }) => [{ name: `${metadata.name}-later` }]));
    later.send(add({}));
    await Promise.resolve();
    expect(later.added).toEqual([{ name: 'it-later' }]);
  });

  it('adds with low priority what was there at the start, and what a resync brings', () => {
    const { send, added } = deliver(enqueueRequestForObject);
    for (const event of [add({}, true), add({}), update({}, { resourceVersion: '1' }), update({}, {})]) send(event);
    expect(added.map(({ priority }) => priority)).toEqual([lowPriority, undefined, lowPriority, undefined]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'rejects',
      () => {
        throw new Error('broken');
      },
    ],
  ])('that %s keeps its fault to itself, and says which object it was', async (_, fail) => {
    const { send, lines } = deliver({ create: fail });
    expect(() => send(add({}))).not.toThrow();
    await new Promise(setImmediate);
    expect(lines).toMatchObject([
      { level: 'error', namespace: 'here', name: 'it', event: 'add', error: { message: 'broken' } },
    ]);
  });

  it('hears of an event whose predicate throws', () => {
    const broken: AnyPredicate = () => {
      throw new Error('broken');
    };
    const { send, added, lines } = deliver(enqueueRequestForObject, [broken]);
    send(add({}));
    expect(added).toHaveLength(1);
    expect(lines).toMatchObject([{ level: 'error', msg: expect.stringContaining('predicate') as string, name: 'it' }]);
  });

  it('hears of nothing that a predicate leaves out', () => {
    const { send, added } = deliver(enqueueRequestForObject, [() => true, () => false]);
    send(add({}));
    expect(added).toEqual([]);
  });
});

describe('an event whose handler fails', () => {
  /** Returns a handler that records events, and fails the given number of times for each object. */
  function failing(times: number, isAsync: boolean) {
    const handled: string[] = [];
    const left = new Map<string, number>();
    const note = (event: ObjectEvent<KubernetesObject>): void => {
      const { name } = event.object.metadata;
      const remaining = left.get(name) ?? times;
      left.set(name, remaining - 1);
      if (remaining > 0) throw new Error('not yet');
      const versions = [...(event.type === 'update' ? [event.old] : []), event.object].map(versionOf);
      handled.push(`${name} ${event.type} ${versions.join('->')}`);
    };
    const each = isAsync ? async (event: ObjectEvent<KubernetesObject>) => note(event) : note;
    return { handled, handler: { create: each, update: each, delete: each, generic: each } };
  }
  const versionOf = ({ metadata }: Shared<KubernetesObject>): string => metadata.resourceVersion;
  const updateTo = (version: number) =>
    update({ resourceVersion: String(version - 1) }, { resourceVersion: String(version) });

  it.each([
    ['throws', false],
    ['rejects', true],
  ])('because it %s is handled again, later and later, in the order of its object', async (_, isAsync) => {
    const { handled, handler } = failing(2, isAsync);
    const { send, clock, lines, failures } = deliver(handler);
    send(add({}));
    await clock.advanceAsync(0);
    for (const event of [updateTo(2), updateTo(3)]) send(event);
    await clock.advanceAsync(4);
    expect([handled, failures()]).toEqual([[], 1]);
    await clock.advanceAsync(1);
    expect([handled, failures()]).toEqual([[], 2]);
    await clock.advanceAsync(10);
    expect(handled).toEqual(['it add 1', 'it update 1->2', 'it update 2->3']);
    expect(lines.map(({ retryIn }) => retryIn)).toEqual([5, 10]);
    expect(clock.pending).toBe(0);
    send(updateTo(4));
    expect(handled.at(-1)).toBe('it update 3->4');
  });

  it('delays no other object', () => {
    const { handled, handler } = failing(0, false);
    const create = (event: ObjectEvent<KubernetesObject>): void => {
      if (event.object.metadata.name === 'it') throw new Error('always');
      handler.create(event);
    };
    const { send } = deliver({ ...handler, create });
    for (const name of ['it', 'other']) send(add({ name }));
    expect(handled).toEqual(['other add 1']);
  });

  it('is not lost for the requests of a map function', async () => {
    let calls = 0;
    const map = (): Request[] => {
      if ((calls += 1) === 2) throw new Error('once');
      return [{ name: `call-${calls}` }];
    };
    const { send, added, clock } = deliver(enqueueRequestsFromMapFunc(map));
    send(updateTo(2));
    expect(added).toEqual([]);
    await clock.advanceAsync(5);
    expect(added).toEqual([{ name: 'call-3' }, { name: 'call-4' }]);
  });

  it('keeps a bounded number of later ones, with the first old and the last new state', async () => {
    const { handled, handler } = failing(1, false);
    const { send, clock } = deliver(handler);
    send(add({}));
    for (let version = 2; version <= 100; version += 1) send(updateTo(version));
    await clock.advanceAsync(5);
    expect(handled).toHaveLength(16);
    expect([handled[0], handled.at(-1)]).toEqual(['it add 1', 'it update 15->100']);
    const gone = deliver(failing(1, false).handler);
    gone.send(add({}));
    for (let round = 0; round < 100; round += 1) {
      gone.send({ type: 'delete', object: object({}) });
      gone.send(add({}));
    }
    await gone.clock.advanceAsync(5);
    expect(gone.clock.pending).toBe(0);
  });

  it('is no longer handled when the controller stops', async () => {
    const { handled, handler } = failing(1, false);
    const { send, clock, stop } = deliver(handler);
    send(add({}));
    send(updateTo(2));
    stop();
    expect(clock.pending).toBe(0);
    await clock.advanceAsync(10_000);
    expect(handled).toEqual([]);
  });

  it('is given up if a hundred thousand others wait', () => {
    const dropped: string[] = [];
    const retries = new EventRetries<string>({
      handle: () => undefined,
      failed: () => undefined,
      dropped: (event) => void dropped.push(event),
      merge: () => undefined,
      clock: { now: () => 0, after: () => () => undefined },
      signal: new AbortController().signal,
    });
    for (let index = 0; index <= mostKeys; index += 1) retries.retry(`n-${index}`, `event-${index}`, new Error('no'));
    expect(dropped).toEqual(['event-0']);
  });
});

it.each(oddValues)('a predicate, a handler and a function that throw %s affect only the event', async (_, make) => {
  const thrower = (): never => {
    throw make();
  };
  const lines: object[] = [];
  const added: Request[] = [];
  const queue = { add: (request: Request) => void added.push(request) };
  const context: DeliveryContext = {
    signal: new AbortController().signal,
    log: logInto(lines),
    clock: new FakeClock(),
  };
  for (const handler of [{ create: thrower }, enqueueRequestsFromMapFunc(thrower), enqueueRequestForObject])
    delivery<KubernetesObject>(handler, [thrower], queue, context)(add({}));
  await Promise.resolve();
  expect(added).toHaveLength(1);
  expect(lines).toHaveLength(5);
});
