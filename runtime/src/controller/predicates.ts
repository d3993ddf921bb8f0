import type { KubernetesObject } from '../api/object.js';
import type { CacheEvent, Shared } from '../cache/informer.js';

/** Decides whether an event is worth a reconcile. It sees the cache's own objects, which are frozen. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: CacheEvent<T>) => boolean;

type Metadata = NonNullable<KubernetesObject['metadata']>;

function changed(part: (metadata: Metadata) => unknown): Predicate {
  const of = (object: Shared<KubernetesObject>): unknown => part(object.metadata as unknown as Metadata);
  return (event) => event.type !== 'update' || JSON.stringify(of(event.old)) !== JSON.stringify(of(event.object));
}

/** The spec changed: updates of the status alone leave the generation as it is. */
export const generationChanged: Predicate = changed(({ generation }) => generation);
export const labelsChanged: Predicate = changed(({ labels }) => labels);
export const annotationsChanged: Predicate = changed(({ annotations }) => annotations);
/** Anything changed at all. */
export const resourceVersionChanged: Predicate = changed(({ resourceVersion }) => resourceVersion);

export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((each) => each(event));
}

export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((each) => each(event));
}

export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}
