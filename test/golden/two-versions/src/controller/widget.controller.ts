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

/** Reconciles a Widget: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (widget === null) return;

    log.info('reconciling', { generation: widget.metadata.generation });
    // Compare widget.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupWidgetController(manager: Manager): Promise<void> {
  const reconciler = new WidgetReconciler(manager.client);
  await controllerManagedBy(manager).for(Widget).complete(reconciler);
}
