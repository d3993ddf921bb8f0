import { isConflict, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { Lease } from '../k8s/coordination/v1.js';

/** The Lease as we have written it last. As client-go does, it is written again without being read. */
export class HeldLease {
  readonly #client: Client;
  #lease: Stored<Lease> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** What the server has answered that it stored for us. */
  keep(lease: Stored<Lease>): void {
    this.#lease = lease;
  }

  /**
   * Writes these fields into it. Undefined where it is not known what is stored, because nothing was kept or somebody else
   * has changed it: then it has to be read.
   */
  async renew(spec: NonNullable<Lease['spec']>, signal: AbortSignal): Promise<Stored<Lease> | undefined> {
    const held = this.#lease;
    if (held === undefined) return undefined;
    // Where the answer is lost, nobody knows what is stored.
    this.#lease = undefined;
    try {
      return await this.#client.update(Lease, { ...held, spec: { ...held.spec, ...spec } }, { signal });
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined;
      throw error;
    }
  }
}
