import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource, type KindHandle } from '../../runtime/src/api/resource.js';

export interface FooOf<Spec> extends KubernetesObject {
  spec?: Spec;
}

/** Returns the handle of a custom resource, `foos.example.com`, with a spec of this type. */
export function fooKind<Spec>(): KindHandle<FooOf<Spec>> {
  return defineResource<FooOf<Spec>>({
    group: 'example.com',
    version: 'v1',
    kind: 'Foo',
    plural: 'foos',
    scope: 'Namespaced',
  });
}
