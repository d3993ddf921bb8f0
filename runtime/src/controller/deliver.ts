import type { KubernetesObject } from '../api/object.js';
import type { EventHandler, RequestQueue, SourceContext } from './event-handlers.js';
import type { ObjectEvent } from './events.js';
import type { Predicate } from './predicates.js';

/**
 * Priority of events from the initial list or from a resync, which wait behind live events.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#LowPriority
 */
export const lowPriority = -100;

/**
 * Returns a function that passes events through the predicates to a handler; errors of either are logged and affect
 * only the event.
 */
export function delivery<T extends KubernetesObject>(
  handler: EventHandler<T>,
  predicates: readonly Predicate<T>[],
  queue: RequestQueue,
  context: SourceContext,
): (event: ObjectEvent<T>) => void {
  const lowQueue: RequestQueue = {
    add: (request, options) => queue.add(request, { ...options, priority: options?.priority ?? lowPriority }),
  };
  return (event) => {
    const failed = (what: string) => (error: unknown) => {
      const { name, namespace } = event.object.metadata;
      context.log.error(`${what} failed`, { event: event.type, namespace, name, error });
    };
    try {
      if (!predicates.every((each) => each(event))) return;
    } catch (error) {
      failed('a predicate')(error);
    }
    try {
      const work = handle(handler, event, changesNothing(event) ? lowQueue : queue, context);
      if (work instanceof Promise) work.catch(failed('an event handler'));
    } catch (error) {
      failed('an event handler')(error);
    }
  };
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
