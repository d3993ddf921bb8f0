import type { KubernetesObject } from './object.js';

/** Whether objects of a kind live in a namespace. */
export type ResourceScope = 'Namespaced' | 'Cluster';

/** What the API server needs to know to find a kind: the terms are those of CustomResourceDefinition `spec.names`. */
export interface ResourceInfo {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Lower-case plural, the resource's name in a URL. */
  readonly plural: string;
  readonly scope: ResourceScope;
  /** What a list of them calls itself, where that is not the kind with `List` after it. */
  readonly listKind?: string;
  /** Of its objects only the metadata are read: see `metadataOnly`. */
  readonly metadataOnly?: true;
}

/**
 * A value that stands for a kind, at run time and to the type checker: a class decorated with `@Resource`, or a built-in
 * such as `Deployment`. Kinds are never instantiated: objects of a kind are plain JSON.
 */
export interface KindHandle<T = KubernetesObject> {
  readonly prototype: T;
}

// Registered globally, so that two copies of this package in one process still understand each other's handles.
const resourceInfoKey = Symbol.for('operator-gen/resource-info');

/** Gives `handle` its resource information; what `@Resource` does at run time. */
export function attachResourceInfo(handle: object, info: ResourceInfo): void {
  Object.defineProperty(handle, resourceInfoKey, { value: Object.freeze({ ...info }), configurable: true });
}

/**
 * The group, version, kind, plural and scope behind a handle.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client/apiutil#GVKForObject
 * @throws TypeError when the handle is not a kind: a class without `@Resource`.
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

/** Whether a value stands for a kind, or is a class that was meant to: an object of a kind is neither. */
export function isKindHandle(value: object): value is KindHandle {
  return typeof value === 'function' || Object.hasOwn(value, resourceInfoKey);
}

/** Makes the handle of a kind that has no class: the built-in resources, or a kind that another project defines. */
export function defineResource<T>(info: ResourceInfo): KindHandle<T> {
  const handle = { prototype: {} as T };
  attachResourceInfo(handle, info);
  return handle;
}

/** `group/version`, or `version` alone for the core group: the value of an object's `apiVersion`. */
export function apiVersionOf(info: Pick<ResourceInfo, 'group' | 'version'>): string {
  return info.group === '' ? info.version : `${info.group}/${info.version}`;
}
