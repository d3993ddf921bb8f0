import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Client } from './client.js';
import { keyOf } from './requests.js';
import { labelOf } from './resource-path.js';
import { wrapClient, type Target } from './wrap-client.js';

/**
 * Wraps a client so that all writes are dry runs: the server validates them and stores nothing. Reads are unchanged.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#NewDryRunClient
 */
export function dryRunClient<C extends Client>(client: C): C {
  return wrapClient(client, { write: (options) => ({ ...options, dryRun: true }) });
}

/**
 * Wraps a client for one namespace: objects and keys of namespaced kinds that have no namespace get this one. Calls for
 * cluster-scoped kinds are unchanged.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#NewNamespacedClient
 * @throws TypeError from every method, if an object, a key or a list has another namespace
 */
export function namespacedClient<C extends Client>(client: C, namespace: string): C {
  const isNamespaced = (kind: KindHandle): boolean => resourceInfo(kind).scope === 'Namespaced';
  const requireSame = (kind: KindHandle, key: { readonly name?: string; readonly namespace?: string | undefined }) => {
    if (!key.namespace || key.namespace === namespace) return;
    throw new TypeError(`${labelOf(resourceInfo(kind), key)}: this client is for the namespace ${namespace}`);
  };
  return wrapClient(client, {
    target: (kind, target): Target => {
      if (!isNamespaced(kind)) return target;
      requireSame(kind, keyOf(target));
      return 'metadata' in target
        ? { ...target, metadata: { ...target.metadata, namespace } }
        : { ...target, namespace };
    },
    selection: (kind, options) => {
      if (!isNamespaced(kind)) return options;
      requireSame(kind, { namespace: options.namespace });
      return { ...options, namespace };
    },
  });
}
