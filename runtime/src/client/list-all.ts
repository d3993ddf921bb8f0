import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { isGone } from './api-error.js';
import type { Stored } from './client.js';
import { parseJson } from './json.js';
import { labelOf, resourcePath } from './resource-path.js';
import type { Transport } from './transport.js';

export interface ListAllOptions {
  /** All namespaces where absent. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** `0` for an answer that may be old, from the server's cache; absent for one that is not. */
  readonly resourceVersion?: string | undefined;
  /** How many objects are asked for at a time; 500 unless said otherwise. */
  readonly pageSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Page<T extends KubernetesObject> {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string };
  readonly items?: readonly T[] | null;
}

/**
 * Lists a resource, page by page. When the server has forgotten the list before its last page was asked for, it is asked
 * for once more, in one piece. https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 * @param keep makes of an item what is kept of it, as soon as its page is there
 * @throws ApiError
 */
export async function listAll<T extends KubernetesObject, Kept = Stored<T>>(
  transport: Transport,
  info: ResourceInfo,
  { namespace, labelSelector, fieldSelector, resourceVersion, pageSize = 500, signal }: ListAllOptions,
  keep: (item: Stored<T>) => Kept = (item) => item as Kept,
): Promise<{ readonly items: Kept[]; readonly resourceVersion: string }> {
  const label = `list ${labelOf(info, { namespace })}`;
  const path = resourcePath(info, { namespace });
  const ask = async (paging: Paging): Promise<Page<Stored<T>>> => {
    const query = { labelSelector, fieldSelector, ...paging };
    return parseJson(await transport.send({ method: 'GET', path, query, signal, label }), label);
  };

  const items: Kept[] = [];
  let page = await ask({ limit: pageSize, resourceVersion });
  for (;;) {
    for (const item of page.items ?? []) items.push(keep(typed(info, item)));
    const token = page.metadata?.continue;
    if (!token) return { items, resourceVersion: page.metadata?.resourceVersion ?? '' };
    try {
      page = await ask({ limit: pageSize, continue: token });
    } catch (error) {
      if (!isGone(error)) throw error;
      items.length = 0;
      page = await ask({ resourceVersion });
    }
  }
}

interface Paging {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string | undefined;
}

/** The object with the fields that say what it is: the items of a list come without them. */
export function typed<T extends KubernetesObject>(info: ResourceInfo, object: T): T {
  return { ...object, apiVersion: object.apiVersion ?? apiVersionOf(info), kind: object.kind ?? info.kind };
}
