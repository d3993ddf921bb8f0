import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { LabelSelection } from '../client/label-selection.js';
import type { Stored } from '../client/stored.js';
import type { Selection } from './selection.js';
import type { Transform } from './transform.js';

/** Cache options of one kind. Options that are not set default to those of all kinds. */
export interface ByObjectOptions<T extends KubernetesObject> extends Omit<Selection, 'labelSelector'> {
  /** Selector of the objects to mirror: `app=web,tier!=cache`, labels that must be equal, or a LabelSelector. */
  readonly labelSelector?: LabelSelection | undefined;
  /** Namespaces to mirror; an empty list means all namespaces. */
  readonly namespaces?: readonly string[] | undefined;
  /** Transforms an object before it is stored. It can change the object in place. */
  readonly transform?: ((object: Stored<T>) => Stored<T>) | undefined;
  /** Milliseconds between resyncs, in which handlers receive every object again. */
  readonly syncPeriod?: number | undefined;
}

/** Cache options of one kind, created with `byObject`. */
export interface ByObject extends Omit<ByObjectOptions<KubernetesObject>, 'transform'> {
  readonly kind: KindHandle<unknown>;
  readonly transform?: Transform | undefined;
}

/**
 * Sets the cache options of one kind: `byObject(Secret, { namespaces: ['default'], labelSelector: 'app=web' })`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ByObject
 */
export function byObject<T extends KubernetesObject>(kind: KindHandle<T>, options: ByObjectOptions<T>): ByObject {
  return { ...options, kind } as ByObject;
}
