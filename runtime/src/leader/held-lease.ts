import { isConflict, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { Lease } from '../k8s/coordination/v1.js';

/** Lease as this process has last written it. As in client-go, it is renewed without being read. */
export class HeldLease {
  readonly #client: Client;
  #lease: Stored<Lease> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Stores the lease that the server has returned. */
  keep(lease: Stored<Lease>): void {
    this.#lease = lease;
  }

  /**
   * Renews the lease with these fields. Returns undefined if the stored lease is unknown, because nothing was kept or
   * another client has changed it: it then has to be read.
   */
  async renew(spec: NonNullable<Lease['spec']>, signal: AbortSignal): Promise<Stored<Lease> | undefined> {
    const held = this.#lease;
    if (held === undefined) return undefined;
    // If the answer is lost, the stored lease is unknown.
    this.#lease = undefined;
    try {
      return await this.#client.update(Lease, { ...held, spec: { ...held.spec, ...spec } }, { signal });
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined;
      throw error;
    }
  }
}
