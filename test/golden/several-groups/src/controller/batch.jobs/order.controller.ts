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

/** Reconciles an Order: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (order === null) return;

    log.info('reconciling', { generation: order.metadata.generation });
    // Compare order.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupOrderController(manager: Manager): Promise<void> {
  const reconciler = new OrderReconciler(manager.client);
  await controllerManagedBy(manager).for(Order).named('batch.jobs-order').complete(reconciler);
}
