import {
  controllerManagedBy,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { Memcached } from '../api/v1alpha1/memcached.types.js';

/** Brings the cluster closer to what a Memcached asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['memcacheds'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['memcacheds/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['memcacheds/finalizers'],
  verbs: ['update'],
})
export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const memcached = await this.#client.getOrNull(Memcached, request);
    // Deleted meanwhile: what it owned goes with it.
    if (memcached === null) return;

    log.info('reconciling', { generation: memcached.metadata.generation });
    // Compare what memcached.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupMemcachedController(manager: Manager): Promise<void> {
  const reconciler = new MemcachedReconciler(manager.client);
  await controllerManagedBy(manager).for(Memcached).complete(reconciler);
}
