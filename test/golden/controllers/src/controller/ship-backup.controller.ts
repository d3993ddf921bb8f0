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

/** Reconciles a Ship: moves the cluster towards the desired state in its spec. */
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
export class ShipBackupReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const ship = await this.#client.getOrNull(Ship, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (ship === null) return;

    log.info('reconciling', { generation: ship.metadata.generation });
    // Compare ship.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupShipBackupController(manager: Manager): Promise<void> {
  const reconciler = new ShipBackupReconciler(manager.client);
  await controllerManagedBy(manager).for(Ship).named('ship-backup').complete(reconciler);
}
