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

/** Brings the cluster closer to what a CarPark asks for. */
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
    // Deleted meanwhile: what it owned goes with it.
    if (carPark === null) return;

    log.info('reconciling', { generation: carPark.metadata.generation });
    // Compare what carPark.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupCarParkController(manager: Manager): Promise<void> {
  const reconciler = new CarParkReconciler(manager.client);
  await controllerManagedBy(manager).for(CarPark).complete(reconciler);
}
