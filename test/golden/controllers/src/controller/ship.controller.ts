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
import { groupVersion } from '../api/v1/group-version.js';
import { Ship } from '../api/v1/ship.types.js';

/** Brings the cluster closer to what a Ship asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['ships'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['ships/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['ships/finalizers'],
  verbs: ['update'],
})
export class ShipReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const ship = await this.#client.getOrNull(Ship, request);
    // Deleted meanwhile: what it owned goes with it.
    if (ship === null) return;

    log.info('reconciling', { generation: ship.metadata.generation });
    // Compare what ship.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupShipController(manager: Manager): Promise<void> {
  const reconciler = new ShipReconciler(manager.client);
  await controllerManagedBy(manager).for(Ship).complete(reconciler);
}
