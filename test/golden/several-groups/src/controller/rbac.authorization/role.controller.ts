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
import { Role } from '@operator-gen/runtime/k8s/rbac/v1';

/** Reconciles a Role: moves the cluster towards the desired state in its spec. */
@Rbac({
  groups: ['rbac.authorization.k8s.io'],
  resources: ['roles'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: ['rbac.authorization.k8s.io'],
  resources: ['roles/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: ['rbac.authorization.k8s.io'],
  resources: ['roles/finalizers'],
  verbs: ['update'],
})
export class RoleReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const role = await this.#client.getOrNull(Role, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (role === null) return;

    log.info('reconciling', { generation: role.metadata.generation });
    // Compare role.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupRoleController(manager: Manager): Promise<void> {
  const reconciler = new RoleReconciler(manager.client);
  await controllerManagedBy(manager).for(Role).named('rbac.authorization-role').complete(reconciler);
}
