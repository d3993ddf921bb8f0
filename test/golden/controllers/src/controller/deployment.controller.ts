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
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

/** Brings the cluster closer to what a Deployment asks for. */
@Rbac({
  groups: ['apps'],
  resources: ['deployments'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: ['apps'],
  resources: ['deployments/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: ['apps'],
  resources: ['deployments/finalizers'],
  verbs: ['update'],
})
export class DeploymentReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const deployment = await this.#client.getOrNull(Deployment, request);
    // Deleted meanwhile: what it owned goes with it.
    if (deployment === null) return;

    log.info('reconciling', { generation: deployment.metadata.generation });
    // Compare what deployment.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupDeploymentController(manager: Manager): Promise<void> {
  const reconciler = new DeploymentReconciler(manager.client);
  await controllerManagedBy(manager).for(Deployment).complete(reconciler);
}
