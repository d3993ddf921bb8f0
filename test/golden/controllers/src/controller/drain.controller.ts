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

/** Reconciles a Node: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (node === null) return;

    log.info('reconciling', { generation: node.metadata.generation });
    // Compare node.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupDrainController(manager: Manager): Promise<void> {
  const reconciler = new DrainReconciler(manager.client);
  await controllerManagedBy(manager).for(Node).named('drain').complete(reconciler);
}
