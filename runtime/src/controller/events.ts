import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';

/** An object was created, or was there when the cache was filled: then it is `initial`. */
export interface CreateEvent<T extends KubernetesObject> {
  readonly type: 'add';
  readonly object: Shared<T>;
  readonly initial: boolean;
}

/** An object was changed: from `old` to `object`. The two have one resource version where nothing changed, as in a resync. */
export interface UpdateEvent<T extends KubernetesObject> {
  readonly type: 'update';
  readonly object: Shared<T>;
  readonly old: Shared<T>;
}

/** An object is gone; it is as it was when last seen. */
export interface DeleteEvent<T extends KubernetesObject> {
  readonly type: 'delete';
  readonly object: Shared<T>;
}

/** Something outside the cluster asks for a look at an object; what a channel source sends. */
export interface GenericEvent<T extends KubernetesObject> {
  readonly type: 'generic';
  readonly object: Shared<T>;
}

/** What a controller hears of; the first three are those of the cache. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/event */
export type ObjectEvent<T extends KubernetesObject> =
  CreateEvent<T> | UpdateEvent<T> | DeleteEvent<T> | GenericEvent<T>;
