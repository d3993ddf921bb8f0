import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';

/** Fields common to all objects, regardless of their kind. */
export interface AnyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** An object was created, or existed when the cache was filled, in which case `initial` is set. */
export interface CreateEvent<O extends AnyObject> {
  readonly type: 'add';
  readonly object: O;
  readonly initial: boolean;
}

/** An object changed from `old` to `object`. Both have the same resource version if nothing changed, as in a resync. */
export interface UpdateEvent<O extends AnyObject> {
  readonly type: 'update';
  readonly object: O;
  readonly old: O;
}

/** An object was deleted; `object` is its last known state. */
export interface DeleteEvent<O extends AnyObject> {
  readonly type: 'delete';
  readonly object: O;
}

/** Something outside the cluster requests a reconcile of an object, through a channel source. */
export interface GenericEvent<O extends AnyObject> {
  readonly type: 'generic';
  readonly object: O;
}

/**
 * Event that a controller receives; the first three come from the cache.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/event
 */
export type TypedEvent<O extends AnyObject> = CreateEvent<O> | UpdateEvent<O> | DeleteEvent<O> | GenericEvent<O>;

/** Event of a kind. */
export type ObjectEvent<T extends KubernetesObject> = TypedEvent<Shared<T>>;
