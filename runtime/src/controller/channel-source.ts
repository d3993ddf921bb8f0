import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { delivery, retried } from './deliver.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { Predicate } from './predicates.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';

/**
 * Source for events from outside the cluster: a webhook of another system, a message queue, a test. Each source feeds
 * one controller.
 */
export interface ChannelSource<T> extends Source {
  /**
   * Sends an item to the controller. Items that are sent before it has started are buffered, within the buffer size.
   */
  send(item: T): void;
}

/** Options of every channel. */
export interface BufferOptions {
  /**
   * Number of items to buffer for a controller that has not started, because this process is not the leader. If the
   * buffer is full, the oldest item is dropped, and the controller logs that when it starts. Defaults to 1024.
   */
  readonly bufferSize?: number;
}

/** Options of a channel of objects. */
export interface ChannelOptions<T extends KubernetesObject> extends BufferOptions {
  /** Predicates that must all accept an event. `withEventFilter` does not apply to channels. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Maps an item to the objects to reconcile. */
export type ChannelMapFunction<T> = (
  item: T,
  context: SourceContext,
) => readonly Request[] | Promise<readonly Request[]>;

/**
 * Creates a channel for requests; for objects, which an event handler receives as `generic` events; or for any items,
 * which a function maps to requests. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Channel
 */
export function channelSource(): ChannelSource<Request>;
export function channelSource<T extends KubernetesObject>(
  handler: EventHandler<T>,
  options?: ChannelOptions<T>,
): ChannelSource<Shared<T>>;
export function channelSource<T>(map: ChannelMapFunction<T>, options?: BufferOptions): ChannelSource<T>;
export function channelSource<T>(
  target: ChannelMapFunction<T> | EventHandler<KubernetesObject> = (item) => [item as Request],
  { predicates = [], bufferSize = 1024 }: ChannelOptions<KubernetesObject> = {},
): ChannelSource<T> {
  const early: T[] = [];
  let dropped = 0;
  let receive: ((item: T) => void) | undefined;
  return {
    label: 'channel',
    send: (item) => {
      if (receive !== undefined) {
        receive(item);
        return;
      }
      early.push(item);
      if (early.length <= bufferSize) return;
      early.shift();
      dropped += 1;
    },
    start: (queue, context) => {
      if (receive !== undefined)
        return Promise.reject(new Error('a channel source can feed only one controller: create one for each'));
      const { signal, log } = context;
      if (dropped > 0) log.warn('a channel was full before its controller started', { dropped, bufferSize });
      const deliver = deliveryOf(target, predicates, queue, context);
      receive = (item) => {
        if (!signal.aborted) deliver(item);
      };
      for (const item of early.splice(0)) receive(item);
      return Promise.resolve();
    },
  };
}

function deliveryOf<T>(
  target: ChannelMapFunction<T> | EventHandler<KubernetesObject>,
  predicates: readonly Predicate<KubernetesObject>[],
  queue: RequestQueue,
  context: SourceContext,
): (item: T) => void {
  if (typeof target !== 'function') {
    const deliver = delivery(target, predicates, queue, context);
    return (item) => deliver({ type: 'generic', object: item as Shared<KubernetesObject> });
  }
  const handle = async (item: T): Promise<void> => {
    for (const request of await target(item, context)) queue.add(request);
  };
  // One item at a time, because items have no order.
  const deliver = retried<T>(context, { handle, merge: () => undefined, describe: () => ({ source: 'channel' }) });
  let sent = 0;
  return (item) => deliver(String((sent += 1)), item);
}
