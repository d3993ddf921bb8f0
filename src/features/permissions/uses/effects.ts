import type { GroupResource } from '../../../base/model/permission.js';

/** Permissions that a call of the runtime requires for the kind that it refers to. */
export interface Effect {
  /** Verbs that it always requires, in addition to those of `reads`. */
  readonly verbs: readonly string[];
  /** Whether it reads: from the server with this verb, or from the cache. */
  readonly reads?: 'get' | 'list' | 'cache';
  /** The client that reads: the object of the method, or the index of an argument. */
  readonly client?: 'receiver' | number;
  /** Index of the argument with the kind, or with the object if that names its kind. */
  readonly kind: number;
  /** Index of the argument with the object or its key, whose name and namespace can be constants. */
  readonly target?: number;
  /** Suffix of the resource; `receiver` if the method's object was created for a subresource. */
  readonly subresource?: 'receiver' | 'finalizers';
  /** Index of a function: the call also patches the status if that function changes it. */
  readonly statusIf?: number;
  /** Whether it requires the permission only with `blockOwnerDeletion`: the index of the options, and the default. */
  readonly blocks?: { readonly options: number; readonly byDefault: boolean };
}

/** Verbs that the cache needs for a kind: it lists and watches it, and gets single objects after a lost watch. */
export const cacheVerbs: readonly string[] = ['get', 'list', 'watch'];

const mirror: Effect = { verbs: [], reads: 'cache', kind: 0 };
const read = (verb: 'get' | 'list'): Effect => ({ verbs: [], reads: verb, client: 'receiver', kind: 0 });
const write = (...verbs: string[]): Effect => ({ verbs, kind: 0, target: 1 });
const ofSubresource = (verb: string): Effect => ({ verbs: [verb], kind: 0, target: 1, subresource: 'receiver' });
// https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
const owner = (options: number, byDefault: boolean): Effect => ({
  verbs: ['update'],
  kind: 0,
  subresource: 'finalizers',
  blocks: { options, byDefault },
});

/**
 * The methods and functions of the runtime that send requests about a kind: the name of the interface or class, and of
 * the method; or the name of the function.
 */
export const effects: Readonly<Record<string, Effect>> = {
  'Reader.get': { ...read('get'), target: 1 },
  'Reader.getOrNull': { ...read('get'), target: 1 },
  'Reader.list': read('list'),
  'CachedClient.get': mirror,
  'CachedClient.getOrNull': mirror,
  'CachedClient.list': mirror,
  'Client.create': write('create'),
  'Client.update': write('update'),
  'Client.patch': write('patch'),
  // Server-side apply creates missing objects, for which the API server also requires `create`.
  // https://kubernetes.io/docs/reference/using-api/server-side-apply/#server-side-apply-in-a-controller
  'Client.apply': write('patch', 'create'),
  'Client.delete': write('delete'),
  'Client.deleteAllOf': { verbs: ['deletecollection'], kind: 0 },
  'SubresourceWriter.update': ofSubresource('update'),
  'SubresourceWriter.patch': ofSubresource('patch'),
  'SubresourceWriter.apply': ofSubresource('patch'),
  'Subresource.get': ofSubresource('get'),
  'Subresource.create': ofSubresource('create'),
  'ScaleClient.get': ofSubresource('get'),
  'ScaleClient.update': ofSubresource('update'),
  'ScaleClient.patch': ofSubresource('patch'),
  'ScaleClient.apply': ofSubresource('patch'),
  'SubresourceCreator.create': ofSubresource('create'),
  'Cache.getInformer': mirror,
  'Cache.informer': mirror,
  'Cache.informerForRead': mirror,
  'Cache.indexField': mirror,
  'ControllerBuilder.for': mirror,
  'ControllerBuilder.owns': mirror,
  'ControllerBuilder.watches': mirror,
  'ControllerBuilder.watchesMetadata': mirror,
  defineIndex: mirror,
  kindSource: { ...mirror, kind: 1 },
  createOrUpdate: { verbs: ['create', 'update'], reads: 'get', client: 0, kind: 1, target: 2 },
  createOrPatch: { verbs: ['create', 'patch'], reads: 'get', client: 0, kind: 1, target: 2, statusIf: 3 },
  setControllerReference: owner(3, true),
  controllerReference: owner(2, true),
  setOwnerReference: owner(3, false),
  ownerReference: owner(2, false),
};

/** Permissions that calls require regardless of their arguments. */
export const fixedEffects: Readonly<Record<string, GroupResource & { readonly verbs: readonly string[] }>> = {
  'EventRecorder.event': { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
};

/**
 * The methods of clients, by their names alone: an unknown object, such as one of an installed package, is probably a
 * client if it gets the handle of a kind.
 */
export const methodsOfClients: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(effects).flatMap((each) => {
    const [type, method] = each.split('.');
    return type === 'Reader' || type === 'Client' ? [[method!, each]] : [];
  }),
);

/** Methods that send any request, whose path determines the resource. */
export const rawRequests: ReadonlySet<string> = new Set(['Transport.send', 'Transport.lines']);

/** Reports whether a method or function of the runtime sends requests. */
export function isEffect(name: string | undefined): name is string {
  return (
    name !== undefined && (effects[name] !== undefined || fixedEffects[name] !== undefined || rawRequests.has(name))
  );
}

/** Names of the methods and functions. Calls are selected by name before the compiler is asked about their meaning. */
export const effectNames: ReadonlySet<string> = new Set(
  [...Object.keys(effects), ...Object.keys(fixedEffects), ...rawRequests].map((each) => each.split('.').at(-1)!),
);
