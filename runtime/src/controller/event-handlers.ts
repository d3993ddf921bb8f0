import { parseApiVersion } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { Shared } from '../cache/informer.js';
import { keyText } from '../cache/object-key.js';
import type { OwnerReference } from '../k8s/meta/v1.js';
import type { Logger } from '../log/logger.js';
import type { AddOptions } from '../queue/work-queue.js';
import type {
  AnyObject,
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  ObjectEvent,
  TypedEvent,
  UpdateEvent,
} from './events.js';
import type { Request } from './reconciler.js';

/** Queue to which event handlers and sources add requests. A request that is already waiting is not added again. */
export interface RequestQueue {
  add(request: Request, options?: AddOptions): void;
}

/** Context of an event handler or a source. */
export interface SourceContext {
  /** Aborted when the controller stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Handles an event, and adds the requests that follow from it to the queue. */
export type HandleEvent<Event> = (event: Event, queue: RequestQueue, context: SourceContext) => void | Promise<void>;

/**
 * Handlers by type of event; an event without a handler enqueues nothing. If one throws or rejects, this is logged and
 * counted in `operator_event_handler_errors_total`, and the event is handled again, with a backoff from 5 ms to 1000 s;
 * other objects are not affected. Until then, later events of the object wait, and if there are many, they are merged into
 * one with the first old and the last new state. A handler can therefore receive an event more than once.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#Funcs
 */
export interface TypedEventHandler<O extends AnyObject> {
  // Functions instead of methods, whose parameters the compiler would not check against the kind.
  readonly create?: HandleEvent<CreateEvent<O>>;
  readonly update?: HandleEvent<UpdateEvent<O>>;
  readonly delete?: HandleEvent<DeleteEvent<O>>;
  readonly generic?: HandleEvent<GenericEvent<O>>;
}

/** Handler for events of a kind. */
export type EventHandler<T extends KubernetesObject> = TypedEventHandler<Shared<T>>;

/** Handler that uses only the fields common to all objects, so that it fits every kind. */
export type AnyEventHandler = TypedEventHandler<AnyObject>;

/**
 * Maps a changed object to the objects to reconcile. It receives the frozen object of the cache. If it throws or rejects,
 * it is called again; see `TypedEventHandler`.
 */
export type MapFunction<T extends KubernetesObject> = (
  object: Shared<T>,
  context: SourceContext,
) => readonly Request[] | Promise<readonly Request[]>;

/**
 * Returns a handler that enqueues the results of a function; for an update, those for the old and the new object. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestsFromMapFunc
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject>(map: MapFunction<T>): EventHandler<T> {
  const enqueue = async (event: ObjectEvent<T>, queue: RequestQueue, context: SourceContext): Promise<void> => {
    const requests: Request[] = [];
    for (const object of objectsOf(event)) {
      const mapped = map(object, context);
      // No pause if there is nothing to wait for, so that existing objects are enqueued at once.
      requests.push(...(mapped instanceof Promise ? await mapped : mapped));
    }
    addOnce(requests, queue);
  };
  return { create: enqueue, update: enqueue, delete: enqueue, generic: enqueue };
}

const enqueueItself = (event: TypedEvent<AnyObject>, queue: RequestQueue): void => queue.add(requestFor(event.object));

/**
 * Enqueues the object itself. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestForObject
 */
export const enqueueRequestForObject: AnyEventHandler = {
  create: enqueueItself,
  update: enqueueItself,
  delete: enqueueItself,
  generic: enqueueItself,
};

/** Options of `enqueueRequestForOwner`. */
export interface OwnerOptions {
  /** Whether to enqueue only the owner that controls the object, and not every owner. */
  readonly onlyControllerOwner?: boolean;
}

/**
 * Returns a handler that enqueues the owners of the object that are of the given kind, in any version. For an update,
 * it enqueues the old and the new owners, because the owner may have changed.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestForOwner
 * @throws TypeError if the owner is not a kind
 */
export function enqueueRequestForOwner<T extends KubernetesObject>(
  owner: KindHandle<T>,
  { onlyControllerOwner = false }: OwnerOptions = {},
): AnyEventHandler {
  const info = resourceInfo(owner);
  const enqueue = (event: TypedEvent<AnyObject>, queue: RequestQueue): void => {
    const requests: Request[] = [];
    for (const object of objectsOf(event)) {
      const namespace = info.scope === 'Namespaced' ? object.metadata.namespace : undefined;
      for (const each of ownerReferences(object)) {
        const counts = each.controller === true || !onlyControllerOwner;
        if (counts && refersTo(each, info)) requests.push({ name: each.name, namespace });
      }
    }
    addOnce(requests, queue);
  };
  return { create: enqueue, update: enqueue, delete: enqueue, generic: enqueue };
}

/** Adds each request once: an idle worker takes the first at once, and a duplicate would cause another reconcile. */
function addOnce(requests: readonly Request[], queue: RequestQueue): void {
  const added = new Set<string>();
  for (const request of requests) {
    if (!added.has(keyText(request))) queue.add(request);
    added.add(keyText(request));
  }
}

function refersTo({ apiVersion, kind }: OwnerReference, info: ResourceInfo): boolean {
  return kind === info.kind && parseApiVersion(apiVersion).group === info.group;
}

/** Returns the object of an event; for an update also the old one, which may map to different requests. */
function objectsOf<O extends AnyObject>(event: TypedEvent<O>): readonly O[] {
  return event.type === 'update' ? [event.old, event.object] : [event.object];
}

function requestFor({ metadata: { name, namespace } }: AnyObject): Request {
  return { name, namespace };
}

function ownerReferences({ metadata }: AnyObject): readonly OwnerReference[] {
  return (metadata as { readonly ownerReferences?: readonly OwnerReference[] }).ownerReferences ?? [];
}
