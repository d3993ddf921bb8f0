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
import { Admiral } from '../api/v1/admiral.types.js';

/** Brings the cluster closer to what a Admiral asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['admirales'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['admirales/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['admirales/finalizers'],
  verbs: ['update'],
})
export class AdmiralReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const admiral = await this.#client.getOrNull(Admiral, request);
    // Deleted meanwhile: what it owned goes with it.
    if (admiral === null) return;

    log.info('reconciling', { generation: admiral.metadata.generation });
    // Compare what admiral.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupAdmiralController(manager: Manager): Promise<void> {
  const reconciler = new AdmiralReconciler(manager.client);
  await controllerManagedBy(manager).for(Admiral).complete(reconciler);
}
