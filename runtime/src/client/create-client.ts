import { parseApiVersion } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, isKindHandle, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import { isNotFound } from './error-reasons.js';
import type { Client } from './client.js';
import type { PatchBody } from './bodies.js';
import type { ApplyOptions, DeleteOptions, ListOptions, PatchOptions, ReadOptions, WriteOptions } from './options.js';
import type { Addressable, Stored, TypedObject } from './stored.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { parseObject, parseSubresource } from './expect-answer.js';
import { explainRefusal, type AskedFor } from './explain-refusal.js';
import { listAll, listPage } from './list-all.js';
import { typed } from './metadata-only.js';
import {
  applyWrite,
  createWrite,
  deleteWrite,
  getRequest,
  keyOf,
  patchWrite,
  selection,
  subresourceWrite,
  updateWrite,
  type Write,
} from './requests.js';
import { labelOf, namespaceMissing, type ObjectKey } from './resource-path.js';
import { createRestMapper } from './rest-mapper.js';
import { sendWrite } from './send-write.js';
import type { Subresource } from './subresource.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import type { WriteObserver } from './write-observer.js';

/** Defaults for every call of a client. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#Options */
export interface ClientOptions {
  /**
   * Field manager of calls that do not set one.
   * See https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
   */
  readonly fieldManager?: string | undefined;
  /** The handling of unknown fields by the server, for calls that do not set it. */
  readonly fieldValidation?: WriteOptions['fieldValidation'];
  /** Observer of every write that is not a dry run. */
  readonly writes?: WriteObserver | undefined;
}

/**
 * Creates a client that sends every read to the API server. If it is given a configuration, it creates its own
 * transport. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#New
 */
export function createClient(server: Transport | ClusterConfig, options: ClientOptions = {}): Client {
  const transport = 'send' in server ? server : createTransport(server);
  const restMapper = createRestMapper(transport);
  const send = async <T>(write: Write): Promise<T> => sendWrite(transport, write, options.writes);
  const usual = <O extends WriteOptions>({ fieldManager, fieldValidation, ...own }: O) => ({
    ...own,
    fieldManager: fieldManager ?? options.fieldManager,
    fieldValidation: fieldValidation ?? options.fieldValidation,
  });

  const read = async <T>(kind: KindHandle, key: ObjectKey, signal?: AbortSignal, subresource?: string): Promise<T> => {
    const info = resourceInfo(kind);
    const request = getRequest(info, key, signal, subresource);
    const text = await served(transport.send(request), { info, subresource, label: request.label });
    const expected = { info, key, label: request.label };
    if (subresource !== undefined) return parseSubresource<T>(text, expected, subresource);
    const answer = parseObject<KubernetesObject>(text, expected);
    return (info.metadataOnly ? typed(info, answer) : answer) as T;
  };

  const kindOf = async <T>(object: Pick<TypedObject, 'apiVersion' | 'kind'>): Promise<KindHandle<T>> =>
    defineResource<T>(await restMapper.resourceFor(groupVersionKindOf(object)));

  /** Lets callers omit the handle of the kind, the first argument, if the object has an `apiVersion` and a `kind`. */
  const byObjectToo =
    <A extends unknown[]>(call: (info: ResourceInfo, ...given: A) => Promise<unknown>) =>
    async (first: KindHandle | TypedObject, ...given: unknown[]): Promise<never> => {
      const [kind, values] = isKindHandle(first) ? [first, given] : [await kindOf(first), [first, ...given]];
      return (await call(resourceInfo(kind), ...(values as A))) as never;
    };

  const writer = (subresource?: string) => ({
    update: byObjectToo((info, object: KubernetesObject, given: WriteOptions = {}) =>
      send(updateWrite(info, object, usual(given), subresource)),
    ),
    patch: byObjectToo((info, target: ObjectKey | Addressable, body: PatchBody, given: PatchOptions = {}) =>
      send(patchWrite(info, target, body, usual(given), subresource)),
    ),
    apply: byObjectToo((info, object: KubernetesObject, given: ApplyOptions = {}) =>
      send(applyWrite(info, object, usual(given), subresource)),
    ),
  });

  const subresource = (name: string): Subresource => ({
    get: (kind, key, { signal } = {}) => read(kind, key, signal, name),
    create: async (kind, target, body, given = {}) =>
      send(subresourceWrite(resourceInfo(kind), target, body, usual(given), name)),
    ...writer(name),
  });

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
      { namespace, pageSize, signal, limit, continue: next, ...selectors }: ListOptions = {},
    ) => {
      const all = { namespace, signal, ...selection(selectors) };
      const info = resourceInfo(kind);
      const isPage = limit !== undefined || next !== undefined;
      const list = isPage
        ? listPage<T>(transport, info, { ...all, limit, continue: next })
        : listAll<T>(transport, info, { ...all, pageSize });
      return served(list, { info, label: `list ${labelOf(info, { namespace })}` });
    },
    create: byObjectToo((info, object: KubernetesObject, given: WriteOptions = {}) =>
      send(createWrite(info, object, usual(given))),
    ),
    ...writer(),
    delete: byObjectToo(async (info, target: ObjectKey | Addressable, given: DeleteOptions = {}) => {
      await send(deleteWrite(info, keyOf(target), given));
    }),
    deleteAllOf: async (kind, given = {}) => {
      const info = resourceInfo(kind);
      const { namespace } = given;
      if (info.scope === 'Namespaced' && !namespace) throw namespaceMissing(info, {});
      await send(deleteWrite(info, { namespace }, given));
    },
    status: subresource('status'),
    subresource,
    kindOf,
    restMapper,
  };
}

/** Waits for the answer to a request; its error says whether the resource or the object is missing. */
async function served<T>(answer: Promise<T>, asked: AskedFor): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}

/** @throws TypeError if an object without a handle lacks `apiVersion` or `kind` */
function groupVersionKindOf({
  apiVersion,
  kind,
}: Partial<TypedObject>): Pick<ResourceInfo, 'group' | 'version' | 'kind'> {
  if (apiVersion === undefined || kind === undefined)
    throw new TypeError('an object without a handle of its kind has to say apiVersion and kind');
  return { ...parseApiVersion(apiVersion), kind };
}
