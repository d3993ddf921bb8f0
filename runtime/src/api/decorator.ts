import type { CustomResource } from './object.js';
import { attachResourceInfo, type ResourceScope } from './resource.js';

// Each type has two call signatures, one per decorator convention, so that a project can use either.

/** Marker for fields whose value is a `V`, and for classes, where it describes the type. */
export interface SchemaDecorator<V> {
  (target: undefined, context: ClassFieldDecoratorContext<never, V>): void;
  (target: abstract new (...args: never[]) => V & object, context?: ClassDecoratorContext): void;
  <K extends PropertyKey, T extends { [P in K]?: V }>(prototype: T, key: K): void;
}

/** Marker for the class of a kind. */
export type KindDecorator = (
  target: abstract new (...args: never[]) => CustomResource,
  context?: ClassDecoratorContext,
) => void;

/** Marker for any class or method. */
export interface CodeDecorator {
  (target: abstract new (...args: never[]) => object, context?: ClassDecoratorContext): void;
  (target: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
  (prototype: object, key: PropertyKey, descriptor: PropertyDescriptor): void;
}

/** Creates a marker that does nothing at run time; markers are read from the source text. */
export function marker(): () => void {
  return () => undefined;
}

/**
 * Creates the only marker that also works at run time: it turns the class into a handle that the client understands.
 */
export function resourceMarker(
  groupVersion: { readonly group: string; readonly version: string },
  names: {
    readonly kind?: string;
    readonly plural: string;
    readonly scope?: ResourceScope;
    readonly listKind?: string;
  },
): KindDecorator {
  return (target) =>
    attachResourceInfo(target, {
      group: groupVersion.group,
      version: groupVersion.version,
      // An empty kind counts as missing, as for the generator.
      kind: names.kind || target.name,
      plural: names.plural,
      scope: names.scope ?? 'Namespaced',
      ...(names.listKind && { listKind: names.listKind }),
    });
}
