import {
  controllerManagedBy,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
} from '@operator-gen/runtime';
import { Pool } from '../api/v1alpha1/pool.types.js';

/** Reconciles a Pool: moves the cluster towards the desired state in its spec. */
export class PoolReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const pool = await this.#client.getOrNull(Pool, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (pool === null) return;

    log.info('reconciling', { generation: pool.metadata.generation });
    // Compare pool.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupPoolController(manager: Manager): Promise<void> {
  const reconciler = new PoolReconciler(manager.client);
  await controllerManagedBy(manager).for(Pool).complete(reconciler);
}
