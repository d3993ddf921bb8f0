import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Client } from './client.js';
import { keyOf } from './requests.js';
import { labelOf } from './resource-path.js';
import { wrapClient, type Target } from './wrap-client.js';

/**
 * A client like another whose writes are all dry runs: the server checks them and stores nothing. Reads are the other's.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#NewDryRunClient
 */
export function dryRunClient<C extends Client>(client: C): C {
  return wrapClient(client, { write: (options) => ({ ...options, dryRun: true }) });
}

/**
 * A client like another for one namespace: objects and keys of namespaced kinds are in it where they name none. Kinds
 * without a namespace are read and written as ever.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#NewNamespacedClient
 * @throws TypeError from every method, where an object, a key or a list is of another namespace
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
