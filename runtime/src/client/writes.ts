import type { KubernetesObject } from '../api/object.js';
import { isKindHandle, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { Transport } from '../transport/transport.js';
import type { PatchBody } from './bodies.js';
import type { Client } from './client.js';
import type { ApplyOptions, ClientOptions, DeleteOptions, PatchOptions, WriteOptions } from './options.js';
import {
  applyWrite,
  createWrite,
  deleteWrite,
  keyOf,
  patchWrite,
  subresourceWrite,
  updateWrite,
  type Write,
} from './requests.js';
import { namespaceMissing, type ObjectKey } from './resource-path.js';
import { sendWrite } from './send-write.js';
import type { Addressable, TypedObject } from './stored.js';
import type { Subresource, SubresourceWriter } from './subresource.js';

/** The writes of a client. */
export interface Writes extends SubresourceWriter, Pick<Client, 'create' | 'delete' | 'deleteAllOf'> {
  /** Returns the writes of a subresource. */
  readonly toSubresource: (name: string) => SubresourceWriter & Pick<Subresource, 'create'>;
}

/**
 * Creates the writes of a client.
 * @param kindOf returns the handle of the kind of an object that was given without one
 */
export function createWrites(
  transport: Transport,
  kindOf: (object: TypedObject) => Promise<KindHandle>,
  options: ClientOptions,
): Writes {
  const send = async <T>(write: Write): Promise<T> => sendWrite(transport, write, options.writes);
  const usual = <O extends WriteOptions>({ fieldManager, fieldValidation, ...own }: O) => ({
    ...own,
    fieldManager: fieldManager ?? options.fieldManager,
    fieldValidation: fieldValidation ?? options.fieldValidation,
  });

  /** Lets callers omit the handle of the kind, the first argument, if the object has an `apiVersion` and a `kind`. */
  const byObjectToo =
    <A extends unknown[]>(call: (info: ResourceInfo, ...given: A) => Promise<unknown>) =>
    async (first: KindHandle | TypedObject, ...given: unknown[]): Promise<never> => {
      const [kind, values] = isKindHandle(first) ? [first, given] : [await kindOf(first), [first, ...given]];
      return (await call(resourceInfo(kind), ...(values as A))) as never;
    };

  const writer = (subresource?: string): SubresourceWriter => ({
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

  return {
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
    toSubresource: (name) => ({
      create: async (kind, target, body, given = {}) =>
        send(subresourceWrite(resourceInfo(kind), target, body, usual(given), name)),
      ...writer(name),
    }),
  };
}
