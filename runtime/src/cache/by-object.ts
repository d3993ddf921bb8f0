import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { LabelSelection } from '../client/label-selection.js';
import type { Stored } from '../client/stored.js';
import type { Selection } from './selection.js';
import type { Transform } from './transform.js';

/** What of one kind is mirrored, and how; what is not named is as for every kind. */
export interface ByObjectOptions<T extends KubernetesObject> extends Omit<Selection, 'labelSelector'> {
  /** Only objects with these labels: `app=web,tier!=cache`, labels that have to be equal, or a LabelSelector. */
  readonly labelSelector?: LabelSelection | undefined;
  /** Only these; an empty list is all namespaces. */
  readonly namespaces?: readonly string[] | undefined;
  /** What is done to an object before it is kept. May change it in place. */
  readonly transform?: ((object: Stored<T>) => Stored<T>) | undefined;
  /** Milliseconds after which handlers are told of every object again. */
  readonly syncPeriod?: number | undefined;
}

/** What of one kind is mirrored; `byObject` makes it. */
export interface ByObject extends Omit<ByObjectOptions<KubernetesObject>, 'transform'> {
  readonly kind: KindHandle<unknown>;
  readonly transform?: Transform | undefined;
}

/**
 * Says what of one kind is mirrored: `byObject(Secret, { namespaces: ['default'], labelSelector: 'app=web' })`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ByObject
 */
export function byObject<T extends KubernetesObject>(kind: KindHandle<T>, options: ByObjectOptions<T>): ByObject {
  return { ...options, kind } as ByObject;
}
