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
import { CarPark } from '../api/v1/carpark.types.js';

/** Reconciles a CarPark: moves the cluster towards the desired state in its spec. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['carparks'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['carparks/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['carparks/finalizers'],
  verbs: ['update'],
})
export class CarParkReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const carPark = await this.#client.getOrNull(CarPark, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (carPark === null) return;

    log.info('reconciling', { generation: carPark.metadata.generation });
    // Compare carPark.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupCarParkController(manager: Manager): Promise<void> {
  const reconciler = new CarParkReconciler(manager.client);
  await controllerManagedBy(manager).for(CarPark).complete(reconciler);
}
