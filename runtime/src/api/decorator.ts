import type { CustomResource } from './object.js';
import { attachResourceInfo, type ResourceScope } from './resource.js';

// Each type has two call signatures, one for each decorator convention, so that a project may use either.

/** A marker for fields whose value is a `V`, and for classes, where it describes the type. */
export interface SchemaDecorator<V> {
  (target: undefined, context: ClassFieldDecoratorContext<never, V>): void;
  (target: abstract new (...args: never[]) => V & object, context?: ClassDecoratorContext): void;
  <K extends PropertyKey, T extends { [P in K]?: V }>(prototype: T, key: K): void;
}

/** A marker for the class of a kind. */
export type KindDecorator = (
  target: abstract new (...args: never[]) => CustomResource,
  context?: ClassDecoratorContext,
) => void;

/** A marker for any class or method. */
export interface CodeDecorator {
  (target: abstract new (...args: never[]) => object, context?: ClassDecoratorContext): void;
  (target: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
  (prototype: object, key: PropertyKey, descriptor: PropertyDescriptor): void;
}

/** Markers are read from the source text; at run time they do nothing. */
export function marker(): () => void {
  return () => undefined;
}

/** The one marker that works at run time as well: the class becomes a handle that the client understands. */
export function resourceMarker(
  groupVersion: { readonly group: string; readonly version: string },
  names: { readonly plural: string; readonly scope?: ResourceScope },
): KindDecorator {
  return (target) =>
    attachResourceInfo(target, {
      group: groupVersion.group,
      version: groupVersion.version,
      kind: target.name,
      plural: names.plural,
      scope: names.scope ?? 'Namespaced',
    });
}
