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
import { groupVersion } from '../../api/batch.jobs/v1/group-version.js';
import { Order } from '../../api/batch.jobs/v1/order.types.js';

/** Brings the cluster closer to what a Order asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['orders'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['orders/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['orders/finalizers'],
  verbs: ['update'],
})
export class OrderReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const order = await this.#client.getOrNull(Order, request);
    // Deleted meanwhile: what it owned goes with it.
    if (order === null) return;

    log.info('reconciling', { generation: order.metadata.generation });
    // Compare what order.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupOrderController(manager: Manager): Promise<void> {
  const reconciler = new OrderReconciler(manager.client);
  await controllerManagedBy(manager).for(Order).named('batch.jobs-order').complete(reconciler);
}
