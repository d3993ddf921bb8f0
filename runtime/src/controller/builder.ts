import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Manager } from '../manager/manager.js';
import { Controller, type ControllerOptions, type Source } from './controller.js';
import { controllerOf, itself, requestsOf, type MapFunction } from './event-handlers.js';
import type { Predicate } from './predicates.js';
import type { Reconciler } from './reconciler.js';

export interface WatchOptions<T extends KubernetesObject> {
  /** All have to say yes for an event to count. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Says what a controller looks after; `controllerManagedBy(mgr).for(Foo).owns(Deployment).complete(reconciler)`. */
export interface ControllerBuilder {
  /** The kind that is reconciled. Once, and before `owns`. */
  for<T extends KubernetesObject>(kind: KindHandle<T>, options?: WatchOptions<T>): ControllerBuilder;
  /** A kind whose objects the reconciled ones control: a change of one asks for its controller. */
  owns<T extends KubernetesObject>(kind: KindHandle<T>, options?: WatchOptions<T>): ControllerBuilder;
  /** Any kind; `map` says which objects have to be looked at. */
  watches<T extends KubernetesObject>(
    kind: KindHandle<T>,
    map: MapFunction<T>,
    options?: WatchOptions<T>,
  ): ControllerBuilder;
  /** A name for logs and metrics; the kind in lower case unless said otherwise. */
  named(name: string): ControllerBuilder;
  withOptions(options: ControllerOptions): ControllerBuilder;
  /**
   * Adds the controller to the manager.
   * @throws Error when nothing is reconciled, or another controller has the name
   */
  complete(reconciler: Reconciler): Promise<void>;
}

/** Begins a controller that `manager` runs. */
export function controllerManagedBy(manager: Manager): ControllerBuilder {
  const sources: Source[] = [];
  let reconciled: KindHandle | undefined;
  let name: string | undefined;
  let options: ControllerOptions = {};

  const watch = <T extends KubernetesObject>(
    kind: KindHandle<T>,
    map: MapFunction<T>,
    { predicates = [] }: WatchOptions<T> = {},
  ): void => {
    resourceInfo(kind);
    sources.push(async (enqueue, timeout, signal) => {
      const remove = manager.cache.informer(kind).handle((event) => {
        if (predicates.every((each) => each(event))) for (const request of requestsOf(event, map)) enqueue(request);
      });
      signal.addEventListener('abort', remove, { once: true });
      await manager.cache.synced(kind, timeout, signal);
    });
  };

  const builder: ControllerBuilder = {
    for: <T extends KubernetesObject>(kind: KindHandle<T>, watchOptions?: WatchOptions<T>) => {
      if (reconciled !== undefined) throw new Error('a controller reconciles one kind: for() was called twice');
      reconciled = kind as unknown as KindHandle;
      watch(kind, itself as unknown as MapFunction<T>, watchOptions);
      return builder;
    },
    owns: <T extends KubernetesObject>(kind: KindHandle<T>, watchOptions?: WatchOptions<T>) => {
      if (reconciled === undefined) throw new Error('owns() needs the owner: call for() before it');
      const map = controllerOf(resourceInfo(reconciled));
      watch(kind, map as unknown as MapFunction<T>, watchOptions);
      return builder;
    },
    watches: (kind, map, watchOptions) => {
      watch(kind, map, watchOptions);
      return builder;
    },
    named: (chosen) => {
      name = chosen;
      return builder;
    },
    withOptions: (chosen) => {
      options = { ...options, ...chosen };
      return builder;
    },
    complete: async (reconciler) => {
      const controllerName = name ?? (reconciled && resourceInfo(reconciled).kind.toLowerCase());
      if (controllerName === undefined) throw new Error('a controller needs for() or named()');
      manager.addController(controllerName, options.maxConcurrentReconciles ?? 1, ({ log, metrics, mayAct }) => {
        const parts = { ...options, name: controllerName, reconciler, sources, log, metrics, mayAct };
        return new Controller(parts);
      });
    },
  };
  return builder;
}
