import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Transport } from '../transport/transport.js';
import type { Reader } from './client.js';
import { isNotFound } from './error-reasons.js';
import { parseObject, parseSubresource } from './expect-answer.js';
import { explainRefusal, type AskedFor } from './explain-refusal.js';
import { listAll, listPage } from './list-all.js';
import { typed } from './metadata-only.js';
import type { ListOptions, ReadOptions } from './options.js';
import { getRequest, selection } from './requests.js';
import { labelOf, type ObjectKey } from './resource-path.js';
import type { Stored } from './stored.js';

/** The reads of a client. */
export interface Reads extends Reader {
  readonly readSubresource: <S>(kind: KindHandle, key: ObjectKey, name: string, signal?: AbortSignal) => Promise<S>;
}

/** Creates the reads of a client; all of them are sent to the API server. */
export function createReads(transport: Transport): Reads {
  const read = async <T>(kind: KindHandle, key: ObjectKey, signal?: AbortSignal, subresource?: string): Promise<T> => {
    const info = resourceInfo(kind);
    const request = getRequest(info, key, signal, subresource);
    const text = await served(transport.send(request), { info, subresource, label: request.label });
    const expected = { info, key, label: request.label };
    if (subresource !== undefined) return parseSubresource<T>(text, expected, subresource);
    const answer = parseObject<KubernetesObject>(text, expected);
    return (info.metadataOnly ? typed(info, answer) : answer) as T;
  };
  return {
    get: (kind, key, { signal } = {}) => read(kind, key, signal),
    getOrNull: async <T extends KubernetesObject>(
      kind: KindHandle<T>,
      key: ObjectKey,
      { signal }: ReadOptions = {},
    ) => {
      try {
        return await read<Stored<T>>(kind, key, signal);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    list: async <T extends KubernetesObject>(
      kind: KindHandle<T>,
      { namespace, pageSize, signal, limit: given, continue: next, index, ...selectors }: ListOptions = {},
    ) => {
      if (index !== undefined) throw new TypeError('the API server has no indexes: list through mgr.client');
      const all = { namespace, signal, ...selection(selectors) };
      const info = resourceInfo(kind);
      // As on the server, zero means all objects.
      const limit = given || undefined;
      const isPage = limit !== undefined || next !== undefined;
      const list = isPage
        ? listPage<T>(transport, info, { ...all, limit, continue: next })
        : listAll<T>(transport, info, { ...all, pageSize });
      return served(list, { info, label: `list ${labelOf(info, { namespace })}` });
    },
    readSubresource: (kind, key, name, signal) => read(kind, key, signal, name),
  };
}

/** Waits for the answer to a request; the error shows whether the resource or the object is missing. */
async function served<T>(answer: Promise<T>, asked: AskedFor): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}
