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

/** Where event handlers and sources put what has to be reconciled. A request that waits already waits once. */
export interface RequestQueue {
  add(request: Request, options?: AddOptions): void;
}

/** What surrounds an event handler or a source. */
export interface SourceContext {
  /** Aborted when the controller stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * What to do about each type of event; one that has no function asks for nothing. A fault, thrown or rejected, stays with
 * the event: it is logged, and the others go on.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#Funcs
 */
export interface TypedEventHandler<O extends AnyObject> {
  create?(event: CreateEvent<O>, queue: RequestQueue, context: SourceContext): void | Promise<void>;
  update?(event: UpdateEvent<O>, queue: RequestQueue, context: SourceContext): void | Promise<void>;
  delete?(event: DeleteEvent<O>, queue: RequestQueue, context: SourceContext): void | Promise<void>;
  generic?(event: GenericEvent<O>, queue: RequestQueue, context: SourceContext): void | Promise<void>;
}

/** A handler for events of a kind. */
export type EventHandler<T extends KubernetesObject> = TypedEventHandler<Shared<T>>;

/** A handler that looks at nothing but what every object has, so that it fits every kind. */
export type AnyEventHandler = TypedEventHandler<AnyObject>;

/** Which objects have to be looked at because one has changed. It sees the cache's own object, which is frozen. */
export type MapFunction<T extends KubernetesObject> = (
  object: Shared<T>,
  context: SourceContext,
) => readonly Request[] | Promise<readonly Request[]>;

/**
 * Asks for what a function says: of an update, for the old object and for the new one.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestsFromMapFunc
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject>(map: MapFunction<T>): EventHandler<T> {
  const enqueue = async (event: ObjectEvent<T>, queue: RequestQueue, context: SourceContext): Promise<void> => {
    const requests: Request[] = [];
    for (const object of objectsOf(event)) {
      const mapped = map(object, context);
      // Without a pause where there is nothing to wait for: what was there at the start is in the queue at once.
      requests.push(...(mapped instanceof Promise ? await mapped : mapped));
    }
    addOnce(requests, queue);
  };
  return { create: enqueue, update: enqueue, delete: enqueue, generic: enqueue };
}

const enqueueItself = (event: TypedEvent<AnyObject>, queue: RequestQueue): void => queue.add(requestFor(event.object));

/**
 * Asks for the object itself.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestForObject
 */
export const enqueueRequestForObject: AnyEventHandler = {
  create: enqueueItself,
  update: enqueueItself,
  delete: enqueueItself,
  generic: enqueueItself,
};

export interface OwnerOptions {
  /** Only the owner that controls the object, and not every owner. */
  readonly onlyControllerOwner?: boolean;
}

/**
 * Asks for the object's owners, where they are of the given kind. The version does not matter: it is the same object. Of an
 * update, for the old owners and for the new ones: the object may have changed hands.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/handler#EnqueueRequestForOwner
 * @throws TypeError when the owner is not a kind
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

/** A worker that waits takes the first at once: the same request after it would be another reconcile. */
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

/** The object of an event; of an update the old one as well, which may have meant others. */
function objectsOf<O extends AnyObject>(event: TypedEvent<O>): readonly O[] {
  return event.type === 'update' ? [event.old, event.object] : [event.object];
}

function requestFor({ metadata: { name, namespace } }: AnyObject): Request {
  return { name, namespace };
}

function ownerReferences({ metadata }: AnyObject): readonly OwnerReference[] {
  return (metadata as { readonly ownerReferences?: readonly OwnerReference[] }).ownerReferences ?? [];
}
