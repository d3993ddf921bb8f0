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
import { Foo } from '../api/v1alpha1/foo.types.js';

/** Brings the cluster closer to what a Foo asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['foos'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['foos/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['foos/finalizers'],
  verbs: ['update'],
})
export class FooReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const foo = await this.#client.getOrNull(Foo, request);
    // Deleted meanwhile: what it owned goes with it.
    if (foo === null) return;

    log.info('reconciling', { generation: foo.metadata.generation });
    // Compare what foo.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupFooController(manager: Manager): Promise<void> {
  const reconciler = new FooReconciler(manager.client);
  await controllerManagedBy(manager).for(Foo).complete(reconciler);
}
