import { groupResourceOf } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Cache } from '../cache/cache.js';
import { unlessAborted } from '../timing/wait.js';
import { delivery } from './deliver.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { Predicate } from './predicates.js';

/**
 * Source of requests for a controller, for `watchesRawSource`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Source
 */
export interface Source {
  /** Name in logs, such as `configmaps`. */
  readonly label: string;
  /** The reason why it is not ready, for logs and errors. */
  readonly lastError?: unknown;
  /**
   * Starts to add requests, and continues until the signal is aborted. Resolves when all existing objects are in the
   * queue; no reconcile starts before that. A rejection stops the manager.
   */
  start(queue: RequestQueue, context: SourceContext): Promise<void>;
}

/**
 * Returns a source of the events of a kind, from the cache of the manager or of another cluster.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Kind
 * @throws TypeError if the handle is not a kind
 */
export function kindSource<T extends KubernetesObject>(
  cache: Cache,
  kind: KindHandle<T>,
  handler: EventHandler<NoInfer<T>>,
  predicates: readonly Predicate<NoInfer<T>>[] = [],
): Source {
  const label = groupResourceOf(resourceInfo(kind));
  return {
    label,
    get lastError() {
      return cache.informer(kind).lastError;
    },
    start: async (queue, context) => {
      const informer = cache.informer(kind);
      const remove = informer.handle(delivery(handler, predicates, queue, context));
      context.signal.addEventListener('abort', remove, { once: true });
      await unlessAborted(informer.synced, context.signal);
    },
  };
}
