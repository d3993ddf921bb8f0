import type { KubernetesObject } from './object.js';

/** Scope of a kind: whether its objects live in a namespace. */
export type ResourceScope = 'Namespaced' | 'Cluster';

/**
 * Information that is needed to find a kind on the API server, in the terms of CustomResourceDefinition `spec.names`.
 */
export interface ResourceInfo {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Lower-case plural: the name of the resource in a URL. */
  readonly plural: string;
  readonly scope: ResourceScope;
  /** Kind of a list of these objects, if it is not the kind with the suffix `List`. */
  readonly listKind?: string;
  /** Set if only the metadata of its objects is read; see `metadataOnly`. */
  readonly metadataOnly?: true;
}

/**
 * Value that stands for a kind, at run time and for the type checker: a class decorated with `@Resource`, or a built-in
 * such as `Deployment`. Kinds are never instantiated: objects of a kind are plain JSON.
 */
export interface KindHandle<T = KubernetesObject> {
  readonly prototype: T;
}

// Registered globally so that two copies of this package in one process understand each other's handles.
const resourceInfoKey = Symbol.for('operator-gen/resource-info');

/** Attaches resource information to `handle`, as `@Resource` does at run time. */
export function attachResourceInfo(handle: object, info: ResourceInfo): void {
  Object.defineProperty(handle, resourceInfoKey, { value: Object.freeze({ ...info }), configurable: true });
}

/**
 * Returns the group, version, kind, plural and scope of a handle.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client/apiutil#GVKForObject
 * @throws TypeError if the handle is not a kind: a class without `@Resource`
 */
export function resourceInfo(handle: KindHandle<unknown>): ResourceInfo {
  const info = Object.hasOwn(handle, resourceInfoKey)
    ? (handle as unknown as Record<symbol, ResourceInfo>)[resourceInfoKey]
    : undefined;
  if (info === undefined) {
    const name = typeof handle === 'function' ? (handle as { name: string }).name : 'the value';
    throw new TypeError(`${name} is not a kind: decorate the class with @Resource(groupVersion, { ... })`);
  }
  return info;
}

/**
 * Reports whether a value is the handle of a kind, or a class that was probably meant to be one. Objects of a kind are
 * neither.
 */
export function isKindHandle(value: object): value is KindHandle {
  return typeof value === 'function' || Object.hasOwn(value, resourceInfoKey);
}

/** Creates the handle of a kind that has no class: a built-in resource, or an external kind. */
export function defineResource<T>(info: ResourceInfo): KindHandle<T> {
  const handle = { prototype: {} as T };
  attachResourceInfo(handle, info);
  return handle;
}

/** Returns the `apiVersion` of objects: `group/version`, or `version` for the core group. */
export function apiVersionOf(info: Pick<ResourceInfo, 'group' | 'version'>): string {
  return info.group === '' ? info.version : `${info.group}/${info.version}`;
}
