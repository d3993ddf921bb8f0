import { parseApiVersion } from '../api/names.js';
import { defineResource, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import type { Client } from './client.js';
import type { ClientOptions } from './options.js';
import { createReads } from './reads.js';
import { createRestMapper } from './rest-mapper.js';
import type { TypedObject } from './stored.js';
import type { Subresource } from './subresource.js';
import { createWrites } from './writes.js';

/**
 * Creates a client that sends every read to the API server. If it is given a configuration, it creates its own
 * transport. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#New
 */
export function createClient(server: Transport | ClusterConfig, options: ClientOptions = {}): Client {
  const transport = 'send' in server ? server : createTransport(server);
  const restMapper = createRestMapper(transport);
  const kindOf = async <T>(object: Pick<TypedObject, 'apiVersion' | 'kind'>): Promise<KindHandle<T>> =>
    defineResource<T>(await restMapper.resourceFor(groupVersionKindOf(object)));
  const { readSubresource, ...reads } = createReads(transport);
  const { toSubresource, ...writes } = createWrites(transport, kindOf, options);
  const subresource = (name: string): Subresource => ({
    get: (kind, key, { signal } = {}) => readSubresource(kind, key, name, signal),
    ...toSubresource(name),
  });
  const { fieldManager } = options;
  return { ...reads, ...writes, status: subresource('status'), subresource, kindOf, restMapper, fieldManager };
}

/** @throws TypeError if an object without a handle lacks `apiVersion` or `kind` */
function groupVersionKindOf({
  apiVersion,
  kind,
}: Partial<TypedObject>): Pick<ResourceInfo, 'group' | 'version' | 'kind'> {
  if (apiVersion === undefined || kind === undefined)
    throw new TypeError('an object without a handle of its kind must have apiVersion and kind');
  return { ...parseApiVersion(apiVersion), kind };
}
