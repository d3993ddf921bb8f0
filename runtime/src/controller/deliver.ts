import type { KubernetesObject } from '../api/object.js';
import { keyText } from '../cache/object-key.js';
import { realClock, type Clock } from '../timing/clock.js';
import { EventRetries, type EventRetriesParts } from './event-retries.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { ObjectEvent } from './events.js';
import type { Predicate } from './predicates.js';

/**
 * Priority of events from the initial list or from a resync, which come after live events. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#LowPriority
 */
export const lowPriority = -100;

/** Context of a delivery; a controller sets all of it. */
export interface DeliveryContext extends SourceContext {
  readonly clock?: Clock;
  /** Counts a handler or a map function that failed. */
  readonly handlerFailed?: () => void;
}

/**
 * Returns a function that passes events through the predicates to a handler. If the handler or its map function fails,
 * the event is retried with a backoff. If a predicate fails, the event is accepted.
 */
export function delivery<T extends KubernetesObject>(
  handler: EventHandler<T>,
  predicates: readonly Predicate<T>[],
  queue: RequestQueue,
  context: DeliveryContext,
): (event: ObjectEvent<T>) => void {
  const lowQueue: RequestQueue = {
    add: (request, options) => queue.add(request, { ...options, priority: options?.priority ?? lowPriority }),
  };
  const run = (event: ObjectEvent<T>): void | Promise<void> =>
    handle(handler, event, changesNothing(event) ? lowQueue : queue, context);
  const deliver = retried(context, {
    handle: run,
    merge,
    describe: ({ type, object }) => ({ event: type, ...keyOf(object) }),
  });
  return (event) => {
    try {
      if (!predicates.every((each) => each(event))) return;
    } catch (error) {
      context.log.error('a predicate failed', { event: event.type, ...keyOf(event.object), error });
    }
    deliver(keyText(event.object.metadata), event);
  };
}

/** Handling of events, and how to describe one in the log. */
export interface Handling<Event> extends Pick<EventRetriesParts<Event>, 'handle' | 'merge'> {
  readonly describe: (event: Event) => Readonly<Record<string, unknown>>;
}

/** Returns a function that handles an event. If that fails, the event is retried with the backoff of its key. */
export function retried<Event>(
  context: DeliveryContext,
  { handle: run, merge: mergeEvents, describe }: Handling<Event>,
): (key: string, event: Event) => void {
  const { log, signal, clock = realClock, handlerFailed } = context;
  const retries = new EventRetries<Event>({
    handle: run,
    merge: mergeEvents,
    clock,
    signal,
    failed: (event, error, retryIn) => {
      handlerFailed?.();
      log.error('an event handler failed, to be tried again', { ...describe(event), error, retryIn });
    },
    dropped: (event) => log.error('too many events wait for a retry: one is given up', describe(event)),
  });
  return (key, event) => {
    if (retries.follows(key, event)) return;
    try {
      const work = run(event);
      if (work instanceof Promise) work.catch((error: unknown) => retries.retry(key, event, error));
    } catch (error) {
      retries.retry(key, event, error);
    }
  };
}

/** Merges events whose states in between are not needed: the handler receives the first old and the last new state. */
function merge<T extends KubernetesObject>(one: ObjectEvent<T>, next: ObjectEvent<T>): ObjectEvent<T> | undefined {
  if (one.type === 'add' && next.type === 'update') return { ...one, object: next.object };
  if (one.type === 'update' && next.type === 'update') return { ...one, object: next.object };
  if (one.type === 'delete' && next.type === 'add') return { type: 'update', old: one.object, object: next.object };
  // The deletion applies to both states.
  if (next.type === 'delete' && one.type !== 'generic') return next;
  return one.type === next.type ? next : undefined;
}

function keyOf({
  metadata: { namespace, name },
}: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}) {
  return { namespace, name };
}

function handle<T extends KubernetesObject>(
  handler: EventHandler<T>,
  event: ObjectEvent<T>,
  queue: RequestQueue,
  context: SourceContext,
): void | Promise<void> {
  switch (event.type) {
    case 'add':
      return handler.create?.(event, queue, context);
    case 'update':
      return handler.update?.(event, queue, context);
    case 'delete':
      return handler.delete?.(event, queue, context);
    case 'generic':
      return handler.generic?.(event, queue, context);
  }
}

function changesNothing<T extends KubernetesObject>(event: ObjectEvent<T>): boolean {
  if (event.type === 'add') return event.initial;
  return event.type === 'update' && event.old.metadata.resourceVersion === event.object.metadata.resourceVersion;
}
