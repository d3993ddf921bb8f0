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
import { MyOwnShell } from '../api/v1alpha1/myownshell.types.js';

/** Brings the cluster closer to what a MyOwnShell asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['myownshells'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['myownshells/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['myownshells/finalizers'],
  verbs: ['update'],
})
export class MyOwnShellReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const myOwnShell = await this.#client.getOrNull(MyOwnShell, request);
    // Deleted meanwhile: what it owned goes with it.
    if (myOwnShell === null) return;

    log.info('reconciling', { generation: myOwnShell.metadata.generation });
    // Compare what myOwnShell.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupMyOwnShellController(manager: Manager): Promise<void> {
  const reconciler = new MyOwnShellReconciler(manager.client);
  await controllerManagedBy(manager).for(MyOwnShell).complete(reconciler);
}
