import { isKindHandle, type KindHandle } from '../api/resource.js';
import type { Client } from './client.js';
import type { DeleteOptions, ListOptions, WriteOptions } from './options.js';
import type { Addressable, TypedObject } from './stored.js';
import type { ObjectKey } from './resource-path.js';

/** Changes to the calls of a client before they reach the wrapped client. */
export interface CallChanges {
  /** Changes every object and key. */
  readonly target?: (kind: KindHandle, target: Target) => Target;
  /** Changes the options of every write. */
  readonly write?: <O extends WriteOptions | DeleteOptions>(options: O) => O;
  /** Changes the options of every call that selects several objects. */
  readonly selection?: (kind: KindHandle, options: ListOptions) => ListOptions;
}

export type Target = ObjectKey | Addressable;

type Call = (kind: KindHandle, ...given: unknown[]) => unknown;

const same = <V>(value: V): V => value;

/** Wraps a client and changes its calls. */
export function wrapClient<C extends Client>(client: C, changes: CallChanges): C {
  const { target: changeTarget = (_, target) => target, write = same, selection = (_, options) => options } = changes;

  /** @param at number of arguments between the target and the options */
  const about = (owner: object, method: string, at: number, change: (options: object) => object) => {
    return async (first: KindHandle | TypedObject, ...given: unknown[]): Promise<unknown> => {
      const [kind, [target, ...rest]] = isKindHandle(first)
        ? [first, given]
        : [await client.kindOf(first), [first, ...given]];
      const options = change((rest[at] as object | undefined) ?? {});
      return (owner as Record<string, Call>)[method]!(
        kind,
        changeTarget(kind, target as Target),
        ...rest.slice(0, at),
        options,
      );
    };
  };
  const subresource = (name: string): object => {
    const part = client.subresource(name);
    return {
      get: about(part, 'get', 0, same),
      create: about(part, 'create', 1, write),
      update: about(part, 'update', 0, write),
      patch: about(part, 'patch', 1, write),
      apply: about(part, 'apply', 0, write),
    };
  };
  return {
    ...client,
    get: about(client, 'get', 0, same),
    getOrNull: about(client, 'getOrNull', 0, same),
    list: async (kind: KindHandle, options: ListOptions = {}) => client.list(kind, selection(kind, options)),
    create: about(client, 'create', 0, write),
    update: about(client, 'update', 0, write),
    patch: about(client, 'patch', 1, write),
    apply: about(client, 'apply', 0, write),
    delete: about(client, 'delete', 0, write),
    deleteAllOf: async (kind: KindHandle, options: ListOptions & DeleteOptions = {}) =>
      client.deleteAllOf(kind, write(selection(kind, options))),
    status: subresource('status'),
    subresource,
  };
}
