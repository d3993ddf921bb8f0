import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { metadataOnly, type PartialObjectMetadata } from '../client/metadata-only.js';
import type { ControllerHost } from './controller-host.js';
import { Controller } from './controller.js';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  type EventHandler,
  type MapFunction,
} from './event-handlers.js';
import { resolveOptions, type ControllerOptions } from './options.js';
import type { AnyPredicate, Predicate } from './predicates.js';
import type { Reconciler } from './reconciler.js';
import { kindSource, type Source } from './source.js';

export interface WatchOptions<T extends KubernetesObject> {
  /** All have to say yes for an event to count. */
  readonly predicates?: readonly Predicate<T>[];
}

export interface OwnsOptions<T extends KubernetesObject> extends WatchOptions<T> {
  /** Whether a change asks for every owner of the kind, and not only for the one that controls the object. */
  readonly matchEveryOwner?: boolean;
}

/**
 * Says what a controller looks after; `controllerManagedBy(mgr).for(Foo).owns(Deployment).complete(reconciler)`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#Builder
 */
export interface ControllerBuilder {
  /** The kind that is reconciled. Once, and before `owns`. */
  for<T extends KubernetesObject>(kind: KindHandle<T>, options?: WatchOptions<NoInfer<T>>): ControllerBuilder;
  /** A kind whose objects the reconciled ones control: a change of one asks for its controller. */
  owns<T extends KubernetesObject>(kind: KindHandle<T>, options?: OwnsOptions<NoInfer<T>>): ControllerBuilder;
  /** Any kind; a handler, or a function as `enqueueRequestsFromMapFunc` takes it, says which objects have to be looked at. */
  watches<T extends KubernetesObject>(
    kind: KindHandle<T>,
    handler: EventHandler<NoInfer<T>> | MapFunction<NoInfer<T>>,
    options?: WatchOptions<NoInfer<T>>,
  ): ControllerBuilder;
  /**
   * As `watches`, but only the metadata of the objects are read and kept. Read them in the same way, `client.get(metadataOnly(Pod), key)`:
   * `client.get(Pod, key)` would mirror the kind once more, as a whole.
   */
  watchesMetadata(
    kind: KindHandle,
    handler: EventHandler<PartialObjectMetadata> | MapFunction<PartialObjectMetadata>,
    options?: WatchOptions<PartialObjectMetadata>,
  ): ControllerBuilder;
  /** A channel, a timer, a kind of another cluster, or what you write yourself. `withEventFilter` does not ask about it. */
  watchesRawSource(source: Source): ControllerBuilder;
  /** A predicate for every kind that is watched, before or after this call. All have to say yes. */
  withEventFilter(predicate: AnyPredicate): ControllerBuilder;
  /** A name for logs and metrics; the kind in lower case unless said otherwise. */
  named(name: string): ControllerBuilder;
  /** Adds to the options; those of the manager count where nothing is said. */
  withOptions(options: ControllerOptions): ControllerBuilder;
  /**
   * Adds the controller to the manager.
   * @throws Error when nothing is reconciled or watched, or another controller has the name
   * @throws RangeError when an option has a number that it cannot be
   */
  complete(reconciler: Reconciler): Promise<void>;
}

/** Begins a controller that `manager` runs. */
export function controllerManagedBy(manager: ControllerHost): ControllerBuilder {
  const sources: Source[] = [];
  const filters: AnyPredicate[] = [];
  let reconciled: KindHandle | undefined;
  let name: string | undefined;
  let options: ControllerOptions = {};

  const watch = <T extends KubernetesObject>(
    kind: KindHandle<T>,
    handler: EventHandler<T>,
    { predicates = [] }: WatchOptions<NoInfer<T>> = {},
  ): ControllerBuilder => {
    // Asked at every event: a filter that is named later counts as well.
    const filter: Predicate<T> = (event) => filters.every((each) => each(event));
    sources.push(kindSource(manager.cache, kind, handler, [filter, ...predicates]));
    return builder;
  };

  const builder: ControllerBuilder = {
    for: <T extends KubernetesObject>(kind: KindHandle<T>, watchOptions?: WatchOptions<NoInfer<T>>) => {
      if (reconciled !== undefined) throw new Error('a controller reconciles one kind: for() was called twice');
      reconciled = kind as unknown as KindHandle;
      return watch(kind, enqueueRequestForObject, watchOptions);
    },
    owns: <T extends KubernetesObject>(kind: KindHandle<T>, watchOptions: OwnsOptions<NoInfer<T>> = {}) => {
      if (reconciled === undefined) throw new Error('owns() needs the owner: call for() before it');
      const onlyControllerOwner = watchOptions.matchEveryOwner !== true;
      const handler = enqueueRequestForOwner(reconciled, { onlyControllerOwner });
      return watch(kind, handler, watchOptions);
    },
    watches: (kind, handler, watchOptions) =>
      watch(kind, typeof handler === 'function' ? enqueueRequestsFromMapFunc(handler) : handler, watchOptions),
    watchesMetadata: (kind, handler, watchOptions) => builder.watches(metadataOnly(kind), handler, watchOptions),
    watchesRawSource: (source) => {
      sources.push(source);
      return builder;
    },
    withEventFilter: (predicate) => {
      filters.push(predicate);
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
      const info = reconciled && resourceInfo(reconciled);
      const controllerName = name ?? info?.kind.toLowerCase();
      if (controllerName === undefined) throw new Error('a controller needs for() or named()');
      if (sources.length === 0)
        throw new Error(`controller ${controllerName} watches nothing: call for() or watches()`);
      const resolved = resolveOptions(options, manager.controllerOptions, info);
      manager.addController(controllerName, resolved.maxConcurrentReconciles, ({ log, metrics, mayAct }) => {
        const fields = info === undefined ? {} : { controllerGroup: info.group, controllerKind: info.kind };
        const parts = { ...resolved, name: controllerName, reconciler, sources, metrics, mayAct };
        return new Controller({ ...parts, log: log.with(fields) });
      });
    },
  };
  return builder;
}
