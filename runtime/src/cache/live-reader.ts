import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { isNotFound } from '../client/error-reasons.js';
import { parseObject } from '../client/expect-answer.js';
import { explainRefusal } from '../client/explain-refusal.js';
import type { Stored } from '../client/stored.js';
import { listAll } from '../client/list-all.js';
import { typed } from '../client/metadata-only.js';
import { getRequest } from '../client/requests.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { Transport } from '../transport/transport.js';
import type { Selection } from './selection.js';

/** Reads from the server the objects that an informer would mirror now. */
export interface LiveReader<T extends KubernetesObject> {
  /** Reads an object; undefined if it does not exist or is not selected. */
  get(key: ObjectKey): Promise<Stored<T> | undefined>;
  list(namespace: string | undefined): Promise<readonly Stored<T>[]>;
}

export interface LiveReaderOptions {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
}

export function createLiveReader<T extends KubernetesObject>(options: LiveReaderOptions): LiveReader<T> {
  const { transport, info, selection, signal } = options;
  const isSelective = Boolean(selection.labelSelector) || Boolean(selection.fieldSelector);

  const getSelected = async ({ namespace, name }: ObjectKey): Promise<Stored<T> | undefined> => {
    // Only the server can evaluate a field selector.
    const fieldSelector = [`metadata.name=${name}`, selection.fieldSelector].filter(Boolean).join(',');
    const { items } = await listAll<T>(transport, info, { ...selection, fieldSelector, namespace, signal });
    return items[0];
  };

  const getAny = async (key: ObjectKey): Promise<Stored<T> | undefined> => {
    const request = getRequest(info, key, signal);
    try {
      return typed(info, parseObject<Stored<T>>(await transport.send(request), { info, key, label: request.label }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw explainRefusal(error, { info, label: request.label });
    }
  };

  return {
    get: isSelective ? getSelected : getAny,
    list: async (namespace) => (await listAll<T>(transport, info, { ...selection, namespace, signal })).items,
  };
}
