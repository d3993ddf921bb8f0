import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { delivery } from './deliver.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { Predicate } from './predicates.js';
import type { Request } from './reconciler.js';
import type { Source } from './source.js';

/** A source that is fed by hand: from a webhook of another system, a message queue, a test. For one controller. */
export interface ChannelSource<T> extends Source {
  /** Sends something to the controller. What is sent before it has started is kept for it. */
  send(item: T): void;
}

export interface ChannelOptions<T extends KubernetesObject> {
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
export function channelSource<T>(map: ChannelMapFunction<T>): ChannelSource<T>;
export function channelSource<T>(
  target: ChannelMapFunction<T> | EventHandler<KubernetesObject> = (item) => [item as Request],
  { predicates = [] }: ChannelOptions<KubernetesObject> = {},
): ChannelSource<T> {
  let early: T[] = [];
  let receive: ((item: T) => void) | undefined;
  return {
    label: 'channel',
    send: (item) => {
      if (receive === undefined) early.push(item);
      else receive(item);
    },
    start: (queue, context) => {
      if (receive !== undefined) return Promise.reject(new Error('a channel source feeds one controller, not two'));
      const deliver = typeof target === 'function' ? mapping(target, queue, context) : undefined;
      const handle = typeof target === 'function' ? undefined : delivery(target, predicates, queue, context);
      receive = (item) => {
        if (context.signal.aborted) return;
        deliver?.(item);
        handle?.({ type: 'generic', object: item as Shared<KubernetesObject> });
      };
      for (const item of early) receive(item);
      early = [];
      return Promise.resolve();
    },
  };
}

function mapping<T>(map: ChannelMapFunction<T>, queue: RequestQueue, context: SourceContext): (item: T) => void {
  const enqueue = async (item: T): Promise<void> => {
    for (const request of await map(item, context)) queue.add(request);
  };
  return (item) => {
    enqueue(item).catch((error: unknown) => context.log.error('the map function of a channel failed', { error }));
  };
}
