import { ApiError } from '../../runtime/src/transport/api-error.js';
import type { Client } from '../../runtime/src/client/client.js';

interface StoredLease {
  metadata: { resourceVersion: string };
  spec: Record<string, unknown>;
}

/** A test's action on a request before it reaches the server, or on its response: it waits or throws. */
export type Intercept = (signal: AbortSignal | undefined) => Promise<void>;

/** Stores one Lease as the API server does: a write that is based on an older version is rejected. */
export function leaseServer() {
  let lease: StoredLease | undefined;
  let version = 0;
  const requests: ('GET' | 'POST' | 'PUT')[] = [];
  const store = (spec: Record<string, unknown>): StoredLease => {
    lease = { metadata: { resourceVersion: String((version += 1)) }, spec: { ...spec } };
    return structuredClone(lease);
  };
  const none: Intercept = () => Promise.resolve();

  /** Creates a separate client, whose requests and responses are passed to `hooks`. */
  const clientOf = (hooks: { before: Intercept; after: Intercept } = { before: none, after: none }): Client => {
    const request = async <T>(signal: AbortSignal | undefined, handle: () => T): Promise<T> => {
      await hooks.before(signal);
      const answer = handle();
      await hooks.after(signal);
      return answer;
    };
    const read = (_kind: unknown, _key: unknown, options?: { signal: AbortSignal }) =>
      request(options?.signal, () => {
        requests.push('GET');
        return lease === undefined ? null : structuredClone(lease);
      });
    const client = {
      getOrNull: read,
      get: read,
      create: (_: unknown, { spec }: StoredLease, options?: { signal: AbortSignal }) =>
        request(options?.signal, () => {
          requests.push('POST');
          if (lease !== undefined) throw refused('AlreadyExists');
          return store(spec);
        }),
      update: (_: unknown, { metadata, spec }: StoredLease, options?: { signal: AbortSignal }) =>
        request(options?.signal, () => {
          requests.push('PUT');
          if (metadata.resourceVersion !== lease?.metadata.resourceVersion) throw refused('Conflict');
          return store(spec);
        }),
    };
    return client as unknown as Client;
  };
  return { clientOf, store, holder: () => lease?.spec['holderIdentity'], requests };
}

function refused(reason: string): ApiError {
  return new ApiError({ code: 409, reason }, 'PUT leases/lead');
}

/** Hangs until it is aborted. */
export const hangs: Intercept = (signal) =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
