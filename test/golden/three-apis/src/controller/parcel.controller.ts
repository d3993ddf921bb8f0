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

/** Reconciles a Parcel: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (parcel === null) return;

    log.info('reconciling', { generation: parcel.metadata.generation });
    // Compare parcel.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupParcelController(manager: Manager): Promise<void> {
  const reconciler = new ParcelReconciler(manager.client);
  await controllerManagedBy(manager).for(Parcel).complete(reconciler);
}
