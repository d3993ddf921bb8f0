import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { delivery } from './deliver.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { Predicate } from './predicates.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';

/** A source that is fed by hand: from a webhook of another system, a message queue, a test. For one controller. */
export interface ChannelSource<T> extends Source {
  /** Sends something to the controller. What is sent before it has started is kept for it, the oldest only so long. */
  send(item: T): void;
}

/** What can be said of every channel. */
export interface BufferOptions {
  /**
   * How much is kept for a controller that has not started, because this process does not lead: then the oldest goes, and the
   * controller says so when it starts. 1024 unless said otherwise.
   */
  readonly bufferSize?: number;
}

/** What can be said of a channel of objects. */
export interface ChannelOptions<T extends KubernetesObject> extends BufferOptions {
  /** All have to say yes for an event to count. `withEventFilter` does not ask about channels. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Which objects have to be looked at because of something that was sent. */
export type ChannelMapFunction<T> = (
  item: T,
  context: SourceContext,
) => readonly Request[] | Promise<readonly Request[]>;

/**
 * A channel that takes requests; or objects, for which a handler hears of a `generic` event; or anything at all, which a
 * function maps to requests.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/source#Channel
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
        return Promise.reject(new Error('a channel source feeds one controller, not two: make one for each'));
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
  const enqueue = async (item: T): Promise<void> => {
    for (const request of await target(item, context)) queue.add(request);
  };
  return (item) => {
    enqueue(item).catch((error: unknown) => context.log.error('the map function of a channel failed', { error }));
  };
}
