import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { isGone } from './error-reasons.js';
import { parseList } from './expect-answer.js';
import { createPageCheck, MixedPagesError } from './list-pages.js';
import type { List, Stored } from './stored.js';
import { acceptOf, typed } from './metadata-only.js';
import { labelOf, resourcePath } from './resource-path.js';
import type { Transport } from '../transport/transport.js';

export interface ListAllOptions {
  /** Namespace to list; all namespaces if unset. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** `0` to accept a possibly outdated answer from the server's cache; unset for an up-to-date one. */
  readonly resourceVersion?: string | undefined;
  /** Number of objects per request; defaults to 500. */
  readonly pageSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ListPageOptions extends Omit<ListAllOptions, 'pageSize'> {
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
}

/**
 * Lists a resource page by page. If the continue token expires before the last page, or the pages do not belong to the
 * same list, requests the list once more in one piece.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 * @param keep maps each item to what is kept of it, as soon as its page arrives
 * @throws ApiError if the server rejects the request; UnexpectedAnswerError if the answer is not the list
 */
export async function listAll<T extends KubernetesObject, Kept = Stored<T>>(
  transport: Transport,
  info: ResourceInfo,
  { resourceVersion, pageSize = 500, ...options }: ListAllOptions,
  keep: (item: Stored<T>) => Kept = (item) => item as Kept,
): Promise<{ readonly items: Kept[]; readonly resourceVersion: string }> {
  const ask = (paging: ListPageOptions): Promise<List<T>> => listPage(transport, info, { ...options, ...paging });
  const label = `list ${labelOf(info, options)}`;
  const items: Kept[] = [];
  let pages = createPageCheck(label);
  let page = await ask({ limit: pageSize, resourceVersion });
  for (;;) {
    try {
      pages.add(page);
      for (const item of page.items) items.push(keep(item));
      if (page.continue === undefined) return { items, resourceVersion: page.resourceVersion };
      page = await ask({ limit: pageSize, continue: page.continue });
    } catch (error) {
      if (pages.isWhole || !(isGone(error) || error instanceof MixedPagesError)) throw error;
      items.length = 0;
      pages = createPageCheck(label, true);
      page = await ask({ resourceVersion });
    }
  }
}

/**
 * Lists one page of a resource, or all of it in one piece.
 * @throws ApiError `isGone` if the continue token has expired
 * @throws UnexpectedAnswerError if the answer is not a list of the resource
 */
export async function listPage<T extends KubernetesObject>(
  transport: Transport,
  info: ResourceInfo,
  { namespace, signal, ...query }: ListPageOptions,
): Promise<List<T>> {
  const label = `list ${labelOf(info, { namespace })}`;
  const path = resourcePath(info, { namespace });
  const accept = acceptOf(info, 'list');
  const text = await transport.send({ method: 'GET', path, query: { ...query }, accept, signal, label });
  const { items, ...list } = parseList<Stored<T>>(text, { info, label, key: { namespace } });
  return { ...list, items: items.map((item) => typed(info, item)) };
}
