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

/** Options of a watched kind. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#WatchesOption */
export interface WatchOptions<T extends KubernetesObject> {
  /** Predicates that must all accept an event. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Options of an owned kind. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#OwnsOption */
export interface OwnsOptions<T extends KubernetesObject> extends WatchOptions<T> {
  /** Whether a change enqueues every owner of the kind, and not only the controller of the object. */
  readonly matchEveryOwner?: boolean;
}

/**
 * Builds a controller: `controllerManagedBy(mgr).for(Foo).owns(Deployment).complete(reconciler)`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#Builder
 */
export interface ControllerBuilder {
  /** Sets the kind to reconcile. Call it once, and before `owns`. */
  for<T extends KubernetesObject>(kind: KindHandle<T>, options?: WatchOptions<NoInfer<T>>): ControllerBuilder;
  /**
   * Watches a kind whose objects are controlled by the reconciled ones: a change enqueues the controller of the object.
   */
  owns<T extends KubernetesObject>(kind: KindHandle<T>, options?: OwnsOptions<NoInfer<T>>): ControllerBuilder;
  /**
   * Watches any kind; an event handler, or a function as in `enqueueRequestsFromMapFunc`, returns the objects to
   * reconcile.
   */
  watches<T extends KubernetesObject>(
    kind: KindHandle<T>,
    handler: EventHandler<NoInfer<T>> | MapFunction<NoInfer<T>>,
    options?: WatchOptions<NoInfer<T>>,
  ): ControllerBuilder;
  /**
   * Watches a kind as `watches` does, but reads and caches only the metadata of its objects. Read them in the same way,
   * with `client.get(metadataOnly(Pod), key)`: `client.get(Pod, key)` would also mirror the complete objects.
   */
  watchesMetadata(
    kind: KindHandle,
    handler: EventHandler<PartialObjectMetadata> | MapFunction<PartialObjectMetadata>,
    options?: WatchOptions<PartialObjectMetadata>,
  ): ControllerBuilder;
  /**
   * Watches a channel, a timer, a kind of another cluster, or a custom source. `withEventFilter` does not apply to it.
   */
  watchesRawSource(source: Source): ControllerBuilder;
  /** Adds a predicate for every watched kind, before or after this call. All predicates must accept an event. */
  withEventFilter(predicate: AnyPredicate): ControllerBuilder;
  /** Sets the name for logs and metrics; defaults to the kind in lower case. */
  named(name: string): ControllerBuilder;
  /** Adds options. Options that are not set default to those of the manager. */
  withOptions(options: ControllerOptions): ControllerBuilder;
  /**
   * Adds the controller to the manager.
   * @throws Error if nothing is reconciled or watched, or the name is already used by another controller
   * @throws RangeError if the number in an option is out of range
   */
  complete(reconciler: Reconciler): Promise<void>;
}

/**
 * Starts to build a controller for `manager`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#ControllerManagedBy
 */
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
    // Evaluated on every event, so that filters that are added later apply as well.
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
    complete: async (reconciler) => addController(manager, reconciler, { reconciled, name, options, sources }),
  };
  return builder;
}

interface Built {
  readonly reconciled: KindHandle | undefined;
  readonly name: string | undefined;
  readonly options: ControllerOptions;
  readonly sources: readonly Source[];
}

function addController(
  manager: ControllerHost,
  reconciler: Reconciler,
  { reconciled, name: given, options, sources }: Built,
): void {
  const info = reconciled && resourceInfo(reconciled);
  const name = given ?? info?.kind.toLowerCase();
  if (name === undefined) throw new Error('a controller needs a name: call for() or named()');
  if (sources.length === 0) throw new Error(`controller ${name} watches nothing: call for() or watches()`);
  const resolved = resolveOptions(options, manager.controllerOptions, info);
  manager.addController(name, resolved.maxConcurrentReconciles, (surroundings) => {
    const fields = info === undefined ? {} : { controllerGroup: info.group, controllerKind: info.kind };
    const log = surroundings.log.with(fields);
    return new Controller({ ...resolved, ...surroundings, name, reconciler, sources, log });
  });
}
