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
import { VmGroup } from '../api/v1alpha1/vmgroup.types.js';

/** Brings the cluster closer to what a VmGroup asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['vmgroups'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['vmgroups/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['vmgroups/finalizers'],
  verbs: ['update'],
})
export class VmGroupReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const vmGroup = await this.#client.getOrNull(VmGroup, request);
    // Deleted meanwhile: what it owned goes with it.
    if (vmGroup === null) return;

    log.info('reconciling', { generation: vmGroup.metadata.generation });
    // Compare what vmGroup.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupVmGroupController(manager: Manager): Promise<void> {
  const reconciler = new VmGroupReconciler(manager.client);
  await controllerManagedBy(manager).for(VmGroup).complete(reconciler);
}
