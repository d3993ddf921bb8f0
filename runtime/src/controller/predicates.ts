import type { KubernetesObject } from '../api/object.js';
import type { Shared } from '../cache/informer.js';
import { labelSelector } from '../cache/label-selector.js';
import { selectorText } from '../client/requests.js';
import type { AnyObject, CreateEvent, DeleteEvent, GenericEvent, TypedEvent, UpdateEvent } from './events.js';

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

/** A predicate from one function for each type of event: `funcs<Foo>({ update: ({ old, object }) => ... })`. */
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

/** A predicate that looks at the object alone; after an update, at what it is now. */
export function newPredicateFuncs<T extends KubernetesObject>(filter: (object: Shared<T>) => boolean): Predicate<T> {
  return (event) => filter(event.object);
}

type Metadata = NonNullable<KubernetesObject['metadata']>;

function changed(part: (metadata: Metadata) => unknown): AnyPredicate {
  const of = ({ metadata }: AnyObject): string => JSON.stringify(part(metadata)) ?? '';
  return (event) => event.type !== 'update' || of(event.old) !== of(event.object);
}

/** The spec changed: updates of the status alone leave the generation as it is. */
export const generationChanged: AnyPredicate = changed(({ generation }) => generation);
export const labelChanged: AnyPredicate = changed(({ labels }) => sorted(labels));
export const annotationChanged: AnyPredicate = changed(({ annotations }) => sorted(annotations));
/** Anything changed at all: leaves out what only a resync brings. */
export const resourceVersionChanged: AnyPredicate = changed(({ resourceVersion }) => resourceVersion);

function sorted(values: Readonly<Record<string, string>> = {}): unknown {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * The object has these labels; after an update, has them now.
 * @param selector `app=web,tier!=cache`, or labels that have to be equal
 * @throws SyntaxError when the selector cannot be read
 */
export function labelSelectorPredicate(selector: string | Readonly<Record<string, string>>): AnyPredicate {
  const selects = labelSelector(selectorText(selector) ?? '');
  return ({ object }) => selects(object.metadata.labels);
}

/** All of them say yes. */
export function and<O extends AnyObject>(...predicates: readonly TypedPredicate<O>[]): TypedPredicate<O> {
  return (event) => predicates.every((each) => each(event));
}

/** At least one of them says yes. */
export function or<O extends AnyObject>(...predicates: readonly TypedPredicate<O>[]): TypedPredicate<O> {
  return (event) => predicates.some((each) => each(event));
}

/** It says no. */
export function not<O extends AnyObject>(predicate: TypedPredicate<O>): TypedPredicate<O> {
  return (event) => !predicate(event);
}
