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
import { groupVersion } from '../api/v1beta1/group-version.js';
import { Parcel } from '../api/v1beta1/parcel.types.js';

/** Brings the cluster closer to what a Parcel asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['parcels'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['parcels/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['parcels/finalizers'],
  verbs: ['update'],
})
export class ParcelReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const parcel = await this.#client.getOrNull(Parcel, request);
    // Deleted meanwhile: what it owned goes with it.
    if (parcel === null) return;

    log.info('reconciling', { generation: parcel.metadata.generation });
    // Compare what parcel.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupParcelController(manager: Manager): Promise<void> {
  const reconciler = new ParcelReconciler(manager.client);
  await controllerManagedBy(manager).for(Parcel).complete(reconciler);
}
