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

/** Reconciles an Admiral: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (admiral === null) return;

    log.info('reconciling', { generation: admiral.metadata.generation });
    // Compare admiral.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupAdmiralController(manager: Manager): Promise<void> {
  const reconciler = new AdmiralReconciler(manager.client);
  await controllerManagedBy(manager).for(Admiral).complete(reconciler);
}
