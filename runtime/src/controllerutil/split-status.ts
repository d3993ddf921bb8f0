import type { KubernetesObject } from '../api/object.js';

/** Splits an object into the two parts that are written separately: its status, and the rest. */
export function splitStatus(object: KubernetesObject): { readonly rest: object; readonly status: unknown } {
  const { status, ...rest } = object as KubernetesObject & { status?: unknown };
  return { rest, status };
}
