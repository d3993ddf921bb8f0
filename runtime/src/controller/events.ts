import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';

/** What every object has, whatever its kind. */
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

/** An object was created, or was there when the cache was filled: then it is `initial`. */
export interface CreateEvent<O extends AnyObject> {
  readonly type: 'add';
  readonly object: O;
  readonly initial: boolean;
}

/** An object was changed: from `old` to `object`. The two have one resource version where nothing changed, as in a resync. */
export interface UpdateEvent<O extends AnyObject> {
  readonly type: 'update';
  readonly object: O;
  readonly old: O;
}

/** An object is gone; it is as it was when last seen. */
export interface DeleteEvent<O extends AnyObject> {
  readonly type: 'delete';
  readonly object: O;
}

/** Something outside the cluster asks for a look at an object; what a channel source sends. */
export interface GenericEvent<O extends AnyObject> {
  readonly type: 'generic';
  readonly object: O;
}

/** What a controller hears of; the first three are those of the cache. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/event */
export type TypedEvent<O extends AnyObject> = CreateEvent<O> | UpdateEvent<O> | DeleteEvent<O> | GenericEvent<O>;

/** An event of a kind. */
export type ObjectEvent<T extends KubernetesObject> = TypedEvent<Shared<T>>;
