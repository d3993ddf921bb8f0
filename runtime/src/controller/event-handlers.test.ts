import { describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import { oddValues } from '../../../test/support/odd-values.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, type ResourceInfo } from '../api/resource.js';
import type { Shared } from '../cache/informer.js';
import { delivery, lowPriority } from './deliver.js';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  type EventHandler,
  type SourceContext,
} from './event-handlers.js';
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
  const context: SourceContext = {
    signal: new AbortController().signal,
    log: logInto(lines),
  };
  const queue = {
    add: (request: Request, options: { priority?: number | undefined } = {}) => added.push({ ...request, ...options }),
  };
  return { send: delivery(handler, predicates, queue, context), added, lines };
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

it.each(oddValues)('a predicate, a handler and a function that throw %s affect only the event', async (_, make) => {
  const thrower = (): never => {
    throw make();
  };
  const lines: object[] = [];
  const added: Request[] = [];
  const queue = { add: (request: Request) => void added.push(request) };
  const context: SourceContext = { signal: new AbortController().signal, log: logInto(lines) };
  for (const handler of [{ create: thrower }, enqueueRequestsFromMapFunc(thrower), enqueueRequestForObject])
    delivery<KubernetesObject>(handler, [thrower], queue, context)(add({}));
  await Promise.resolve();
  expect(added).toHaveLength(1);
  expect(lines).toHaveLength(5);
});
