import {
  controllerManagedBy,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
} from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

/** Reconciles a Deployment: moves the cluster towards the desired state in its spec. */
export class DeploymentReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const deployment = await this.#client.getOrNull(Deployment, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (deployment === null) return;

    log.info('reconciling', { generation: deployment.metadata.generation });
    // Compare deployment.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupDeploymentController(manager: Manager): Promise<void> {
  const reconciler = new DeploymentReconciler(manager.client);
  await controllerManagedBy(manager).for(Deployment).complete(reconciler);
}
