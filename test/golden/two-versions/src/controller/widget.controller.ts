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
import { Widget } from '../api/v1alpha1/widget.types.js';

/** Brings the cluster closer to what a Widget asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['widgets'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['widgets/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['widgets/finalizers'],
  verbs: ['update'],
})
export class WidgetReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const widget = await this.#client.getOrNull(Widget, request);
    // Deleted meanwhile: what it owned goes with it.
    if (widget === null) return;

    log.info('reconciling', { generation: widget.metadata.generation });
    // Compare what widget.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupWidgetController(manager: Manager): Promise<void> {
  const reconciler = new WidgetReconciler(manager.client);
  await controllerManagedBy(manager).for(Widget).complete(reconciler);
}
