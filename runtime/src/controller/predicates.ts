import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { labelSelector } from '../client/label-selector.js';
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
 * Decides whether an event causes a reconcile. It receives the frozen objects of the cache. If it throws, the error is
 * logged and the event is accepted, because an extra reconcile is better than a missed change.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#TypedPredicate
 */
export type TypedPredicate<O extends AnyObject> = (event: TypedEvent<O>) => boolean;

/** Predicate for events of a kind. */
export type Predicate<T extends KubernetesObject> = TypedPredicate<Shared<T>>;

/** Predicate that uses only the fields common to all objects, so that it fits every kind. */
export type AnyPredicate = TypedPredicate<AnyObject>;

/** Predicates by type of event; an event without a function is accepted. */
export interface Funcs<T extends KubernetesObject> {
  readonly create?: (event: CreateEvent<Shared<T>>) => boolean;
  readonly update?: (event: UpdateEvent<Shared<T>>) => boolean;
  readonly delete?: (event: DeleteEvent<Shared<T>>) => boolean;
  readonly generic?: (event: GenericEvent<Shared<T>>) => boolean;
}

/**
 * Returns a predicate from one function per type of event: `funcs<Foo>({ update: ({ old, object }) => ... })`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Funcs
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
 * Returns a predicate that checks only the object; for an update, its new state.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#NewPredicateFuncs
 */
export function newPredicateFuncs<T extends KubernetesObject>(filter: (object: Shared<T>) => boolean): Predicate<T> {
  return (event) => filter(event.object);
}

/** Predicate like AnyPredicate; in `or(annotationChanged, funcs(...))`, the other arguments determine the kind. */
export type EachKindPredicate = <T extends KubernetesObject>(event: ObjectEvent<T>) => boolean;

type Metadata = NonNullable<KubernetesObject['metadata']>;

function changed(part: (metadata: Metadata) => unknown): EachKindPredicate {
  const of = ({ metadata }: AnyObject): string => JSON.stringify(part(metadata)) ?? '';
  return (event) => event.type !== 'update' || of(event.old) !== of(event.object);
}

/**
 * Accepts updates that change the generation, which updates of the status alone do not.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#GenerationChangedPredicate
 */
export const generationChanged: EachKindPredicate = changed(({ generation }) => generation);
/**
 * Accepts updates that add, change or remove a label.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#LabelChangedPredicate
 */
export const labelChanged: EachKindPredicate = changed(({ labels }) => sorted(labels));
/**
 * Accepts updates that add, change or remove an annotation.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#AnnotationChangedPredicate
 */
export const annotationChanged: EachKindPredicate = changed(({ annotations }) => sorted(annotations));
/**
 * Accepts updates that change anything, which excludes resyncs.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#ResourceVersionChangedPredicate
 */
export const resourceVersionChanged: EachKindPredicate = changed(({ resourceVersion }) => resourceVersion);

function sorted(values: Readonly<Record<string, string>> = {}): unknown {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Returns a predicate that accepts objects with matching labels; for an update, in their new state.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#LabelSelectorPredicate
 * @param selector `app=web,tier!=cache`, labels that must be equal, or a LabelSelector; an empty one matches everything
 * @throws SyntaxError if the selector is invalid
 */
export function labelSelectorPredicate(selector: LabelSelection): EachKindPredicate {
  const selects = labelSelector(labelSelectorText(selector));
  return ({ object }) => selects(object.metadata.labels);
}

/**
 * Returns a predicate that accepts an event if all predicates do.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#And
 */
export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((each) => each(event));
}

/**
 * Returns a predicate that accepts an event if at least one predicate does.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Or
 */
export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((each) => each(event));
}

/**
 * Returns a predicate that accepts an event if the predicate does not.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/predicate#Not
 */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}
