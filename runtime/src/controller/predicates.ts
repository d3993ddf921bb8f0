import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { labelSelector } from '../cache/label-selector.js';
import { labelSelectorText, type LabelSelection } from '../client/label-selection.js';
import type {
  AnyObject,
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  ObjectEvent,
  TypedEvent,
  UpdateEvent,
} from './events.js';

/**
 * Decides whether an event is worth a reconcile. It sees the cache's own objects, which are frozen. One that throws is
 * logged, and the event counts: better a reconcile too many than a change that nobody looks at.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#TypedPredicate
 */
export type TypedPredicate<O extends AnyObject> = (event: TypedEvent<O>) => boolean;

/** A predicate for events of a kind. */
export type Predicate<T extends KubernetesObject> = TypedPredicate<Shared<T>>;

/** A predicate that looks at nothing but what every object has, so that it fits every kind. */
export type AnyPredicate = TypedPredicate<AnyObject>;

/** What to do about each type of event; one that has no function is worth a reconcile. */
export interface Funcs<T extends KubernetesObject> {
  readonly create?: (event: CreateEvent<Shared<T>>) => boolean;
  readonly update?: (event: UpdateEvent<Shared<T>>) => boolean;
  readonly delete?: (event: DeleteEvent<Shared<T>>) => boolean;
  readonly generic?: (event: GenericEvent<Shared<T>>) => boolean;
}

/**
 * A predicate from one function for each type of event: `funcs<Foo>({ update: ({ old, object }) => ... })`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Funcs
 */
export function funcs<T extends KubernetesObject>(each: Funcs<T>): Predicate<T> {
  return (event) => {
    switch (event.type) {
      case 'add':
        return each.create?.(event) ?? true;
      case 'update':
        return each.update?.(event) ?? true;
      case 'delete':
        return each.delete?.(event) ?? true;
      case 'generic':
        return each.generic?.(event) ?? true;
    }
  };
}

/**
 * A predicate that looks at the object alone; after an update, at what it is now.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#NewPredicateFuncs
 */
export function newPredicateFuncs<T extends KubernetesObject>(filter: (object: Shared<T>) => boolean): Predicate<T> {
  return (event) => filter(event.object);
}

/** As AnyPredicate; in `or(annotationChanged, funcs(...))` it leaves it to the others which kind it is. */
export type EachKindPredicate = <T extends KubernetesObject>(event: ObjectEvent<T>) => boolean;

type Metadata = NonNullable<KubernetesObject['metadata']>;

function changed(part: (metadata: Metadata) => unknown): EachKindPredicate {
  const of = ({ metadata }: AnyObject): string => JSON.stringify(part(metadata)) ?? '';
  return (event) => event.type !== 'update' || of(event.old) !== of(event.object);
}

/**
 * The spec changed: updates of the status alone leave the generation as it is.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#GenerationChangedPredicate
 */
export const generationChanged: EachKindPredicate = changed(({ generation }) => generation);
/**
 * A label was added, changed or removed.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#LabelChangedPredicate
 */
export const labelChanged: EachKindPredicate = changed(({ labels }) => sorted(labels));
/**
 * An annotation was added, changed or removed.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#AnnotationChangedPredicate
 */
export const annotationChanged: EachKindPredicate = changed(({ annotations }) => sorted(annotations));
/**
 * Anything changed at all: leaves out what only a resync brings.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#ResourceVersionChangedPredicate
 */
export const resourceVersionChanged: EachKindPredicate = changed(({ resourceVersion }) => resourceVersion);

function sorted(values: Readonly<Record<string, string>> = {}): unknown {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * The object has these labels; after an update, has them now.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#LabelSelectorPredicate
 * @param selector `app=web,tier!=cache`, labels that have to be equal, or a LabelSelector; an empty one is everything
 * @throws SyntaxError when the selector cannot be read
 */
export function labelSelectorPredicate(selector: LabelSelection): EachKindPredicate {
  const selects = labelSelector(labelSelectorText(selector));
  return ({ object }) => selects(object.metadata.labels);
}

/** All of them say yes. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#And */
export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((each) => each(event));
}

/** At least one of them says yes. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Or */
export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((each) => each(event));
}

/** It says no. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Not */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}
