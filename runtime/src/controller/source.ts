import { groupResourceOf } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Cache } from '../cache/cache.js';
import { unlessAborted } from '../timing/wait.js';
import { delivery } from './deliver.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { Predicate } from './predicates.js';

/**
 * What feeds a controller, for `watchesRawSource`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Source
 */
export interface Source {
  /** What it is called in logs, such as `configmaps`. */
  readonly label: string;
  /** Why it is not ready, for logs and errors. */
  readonly lastError?: unknown;
  /**
   * Begins to add requests, and goes on until the signal is aborted. Resolves when everything that was there is in the queue:
   * no reconcile begins before. Rejecting ends the manager.
   */
  start(queue: RequestQueue, context: SourceContext): Promise<void>;
}

/**
 * The events of a kind in a cache, which is the manager's own unless it is of another cluster.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Kind
 * @throws TypeError when the handle is not a kind
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
