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
import { Node } from '@operator-gen/runtime/k8s/core/v1';

/** Brings the cluster closer to what a Node asks for. */
@Rbac({
  groups: [''],
  resources: ['nodes'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [''],
  resources: ['nodes/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [''],
  resources: ['nodes/finalizers'],
  verbs: ['update'],
})
export class DrainReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const node = await this.#client.getOrNull(Node, request);
    // Deleted meanwhile: what it owned goes with it.
    if (node === null) return;

    log.info('reconciling', { generation: node.metadata.generation });
    // Compare what node.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupDrainController(manager: Manager): Promise<void> {
  const reconciler = new DrainReconciler(manager.client);
  await controllerManagedBy(manager).for(Node).named('drain').complete(reconciler);
}
