import { describe, expect, expectTypeOf, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { CacheEvent, CacheEventHandler } from '../cache/informer.js';
import { metadataOnly } from '../client/metadata-only.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap, Namespace, Pod, Secret } from '../k8s/core/v1.js';
import type { Manager } from '../manager/manager.js';
import { noMetrics } from '../metrics/metrics.js';
import { abortController } from '../timing/abort-controller.js';
import { controllerManagedBy } from './builder.js';
import { channelSource } from './channel-source.js';
import type { Controller } from './controller.js';
import { enqueueRequestForObject, enqueueRequestForOwner, enqueueRequestsFromMapFunc } from './event-handlers.js';
import type { ControllerDefaults } from './options.js';
import * as predicate from './predicates.js';
import type { Request } from './reconciler.js';

const keyOf = (kind: KindHandle): string => `${resourceInfo(kind).plural} ${resourceInfo(kind).metadataOnly}`;

/**
 * Creates the parts of a manager that the builder needs: a cache whose events the test sends, and a list of
 * controllers.
 */
function fakeManager(controllerOptions: ControllerDefaults = {}) {
  const handlers = new Map<string, CacheEventHandler<KubernetesObject>[]>();
  const lines: Record<string, unknown>[] = [];
  const log = logInto(lines);
  const added: { name: string; workers: number; controller: Controller }[] = [];
  const manager = {
    controllerOptions,
    cache: {
      informer: (kind: KindHandle) => ({
        synced: Promise.resolve(),
        handle: (handler: CacheEventHandler<KubernetesObject>) => {
          handlers.set(keyOf(kind), [...(handlers.get(keyOf(kind)) ?? []), handler]);
          return () => handlers.delete(keyOf(kind));
        },
      }),
    },
    addController: (name, workers, make) => {
      const surroundings = { log: log.with({ controller: name }), metrics: noMetrics.controller(name, workers) };
      added.push({ name, workers, controller: make({ ...surroundings, mayAct: () => true }) });
    },
  } as Pick<Manager, 'addController' | 'controllerOptions'> & { cache: unknown } as Manager;
  const send = (kind: KindHandle, event: CacheEvent<KubernetesObject>): void =>
    handlers.get(keyOf(kind))?.forEach((handler) => handler(event));
  return { manager, added, lines, send };
}

const object = (name: string, more: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name, namespace: 'here', uid: name, resourceVersion: '1', ...more },
});
const owned = (name: string, ...owners: [name: string, controller: boolean][]) =>
  object(name, {
    ownerReferences: owners.map(([owner, controller]) => {
      return { apiVersion: 'apps/v1', kind: 'Deployment', name: owner, uid: owner, controller };
    }),
  });
const add = (created: ReturnType<typeof object>) => ({ type: 'add', object: created, initial: false }) as const;

/** Runs the only controller, and returns the objects that it is asked to reconcile. */
async function requests(made: ReturnType<typeof fakeManager>, send: () => void): Promise<string[]> {
  const stop = abortController();
  const ended = made.added[0]!.controller.start(stop.signal, abortController().signal);
  await new Promise(setImmediate);
  send();
  // On a busy machine, the controller lets other work run between two reconciles.
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  stop.abort();
  await ended;
  return reconciled.splice(0).map(({ namespace, name }) => (namespace === undefined ? name : `${namespace}/${name}`));
}
const reconciled: Request[] = [];
const reconciler = { reconcile: async (request: Request) => void reconciled.push(request) };

describe('a controller that is built', () => {
  it('hears of its kind, of what that controls, and of what else it watches', async () => {
    const made = fakeManager();
    await controllerManagedBy(made.manager)
      .for(Deployment)
      .owns(ConfigMap)
      .watches(Pod, ({ metadata }) => [{ name: `of-${metadata.name}` }])
      .watches(Namespace, enqueueRequestForObject)
      .watchesMetadata(Secret, ({ metadata }) => [{ name: `data-of-${metadata.name}` }])
      .complete(reconciler);
    const asked = await requests(made, () => {
      made.send(Deployment, add(object('itself')));
      made.send(ConfigMap, add(owned('part', ['first', false], ['second', true])));
      made.send(Pod, add(object('pod')));
      made.send(Secret, add(object('whole')));
      made.send(metadataOnly(Secret), add(object('part')));
      made.send(
        Namespace,
        add({ ...object('wide'), metadata: { ...object('wide').metadata, namespace: undefined } as never }),
      );
    });
    expect(asked).toEqual(['here/itself', 'here/second', 'of-pod', 'data-of-part', 'wide']);
  });

  it('enqueues every owner if configured to', async () => {
    const made = fakeManager();
    await controllerManagedBy(made.manager)
      .for(Deployment)
      .owns(ConfigMap, { matchEveryOwner: true })
      .complete(reconciler);
    const asked = await requests(made, () =>
      made.send(ConfigMap, add(owned('part', ['first', false], ['second', true]))),
    );
    expect(asked).toEqual(['here/first', 'here/second']);
  });

  it('asks the predicates of a kind, and the filters of all kinds, but not about raw sources', async () => {
    const made = fakeManager();
    const channel = channelSource();
    await controllerManagedBy(made.manager)
      .for(Deployment, { predicates: [({ object: { metadata } }) => metadata.name !== 'left-out'] })
      .owns(ConfigMap)
      .watchesRawSource(channel)
      .withEventFilter(({ object: { metadata } }) => metadata.labels?.['skip'] === undefined)
      .complete(reconciler);
    const asked = await requests(made, () => {
      for (const name of ['left-out', 'kept']) made.send(Deployment, add(object(name)));
      made.send(Deployment, add(object('skipped', { labels: { skip: '' } })));
      const part = owned('part', ['owner', true]).metadata;
      made.send(ConfigMap, add({ ...object('part'), metadata: { ...part, labels: { skip: '' } } as never }));
      channel.send({ name: 'sent' });
    });
    expect(asked).toEqual(['here/kept', 'sent']);
  });

  it('says in its logs which controller, group and kind it is', async () => {
    const made = fakeManager();
    await controllerManagedBy(made.manager).for(Deployment).named('mine').complete(reconciler);
    await requests(made, () => undefined);
    expect(made.lines[0]).toMatchObject({ controller: 'mine', controllerGroup: 'apps', controllerKind: 'Deployment' });
  });

  it('has the options of the manager where it says nothing', async () => {
    const defaults = {
      maxConcurrentReconciles: 3,
      groupKindConcurrency: { 'Deployment.apps': 5, Pod: 7 },
      needLeaderElection: false,
    };
    const made = fakeManager(defaults);
    const build = () => controllerManagedBy(made.manager);
    await build().for(Deployment).complete(reconciler);
    await build().for(Pod).complete(reconciler);
    await build().for(ConfigMap).complete(reconciler);
    await build()
      .for(Deployment)
      .withOptions({ maxConcurrentReconciles: 2, needLeaderElection: true })
      .withOptions({ maxConcurrentReconciles: 1 })
      .complete(reconciler);
    expect(made.added.map(({ workers }) => workers)).toEqual([5, 7, 3, 1]);
    expect(made.added.map(({ controller }) => controller.needLeaderElection)).toEqual([false, false, false, true]);
  });

  it.each([
    [{ maxConcurrentReconciles: 0 }, /maxConcurrentReconciles.*whole number.*0/],
    [{ maxConcurrentReconciles: 1.5 }, /maxConcurrentReconciles/],
    [{ reconciliationTimeout: -1 }, /reconciliationTimeout.*-1/],
    [{ cacheSyncTimeout: Infinity }, /cacheSyncTimeout.*left out for no end/],
  ])('is refused %j', async (options, message) => {
    const { manager } = fakeManager();
    await expect(controllerManagedBy(manager).for(Pod).withOptions(options).complete(reconciler)).rejects.toThrow(
      message,
    );
  });

  it('is refused without a name, or without anything to watch', async () => {
    const { manager } = fakeManager();
    await expect(
      controllerManagedBy(manager)
        .watches(Pod, () => [])
        .complete(reconciler),
    ).rejects.toThrow(/named\(\)/);
    await expect(controllerManagedBy(manager).named('idle').complete(reconciler)).rejects.toThrow(/watches nothing/);
  });

  it('knows the kinds of what it is given', () => {
    const build = () => controllerManagedBy(fakeManager().manager);
    const { and, generationChanged, funcs, not } = predicate;
    const changed = funcs<ConfigMap>({ update: ({ old, object: now }) => old.data !== now.data });
    build().for(ConfigMap, { predicates: [generationChanged, changed, and(generationChanged, not(changed))] });
    build().for(Deployment, {
      predicates: [
        (event) => {
          if (event.type === 'update') expectTypeOf(event.old.spec?.replicas).toExtend<number | undefined>();
          // @ts-expect-error What the cache shares cannot be changed.
          event.object.metadata.name = 'other';
          return true;
        },
      ],
    });
    build().watches(Pod, async ({ spec }, { signal, log }) => {
      expectTypeOf(spec?.nodeName).toEqualTypeOf<string | undefined>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      log.info('seen');
      return [];
    });
    build().watches(ConfigMap, enqueueRequestForOwner(Deployment), { predicates: [changed] });
    build().watches(
      ConfigMap,
      enqueueRequestsFromMapFunc<ConfigMap>(({ data }) => Object.keys(data ?? {}).map((name) => ({ name }))),
    );
    const ofPods = funcs<Pod>({ create: ({ object: { spec } }) => spec?.nodeName === 'one' });
    // @ts-expect-error A predicate of another kind.
    build().for(Deployment, { predicates: [ofPods] });
    build().withEventFilter(funcs({ update: ({ old, object: now }) => old.metadata.labels !== now.metadata.labels }));
    build().withEventFilter(predicate.newPredicateFuncs(({ metadata }) => metadata.namespace !== 'kube-system'));
    const ofSpec = funcs<KubernetesObject & { spec: object }>({ create: ({ object: { spec } }) => 'a' in spec });
    // @ts-expect-error A filter for all kinds sees what all kinds have.
    build().withEventFilter(ofSpec);
  });
});
