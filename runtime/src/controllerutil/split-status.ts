import type { KubernetesObject } from '../api/object.js';

/** An object in the two parts that are written apart: its status, and all the rest. */
export function splitStatus(object: KubernetesObject): { readonly rest: object; readonly status: unknown } {
  const { status, ...rest } = object as KubernetesObject & { status?: unknown };
  return { rest, status };
}
