import {
  controllerManagedBy,
  controllerReference,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from '../api/v1/group-version.js';
import { Crane } from '../api/v1/crane.types.js';

/** Reconciles a Crane: moves the cluster towards the desired state in its spec. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['cranes'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['cranes/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['cranes/finalizers'],
  verbs: ['update'],
})
@Rbac({
  groups: [''],
  resources: ['configmaps'],
  verbs: ['get', 'list', 'watch', 'create', 'patch'],
})
export class CraneReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log, signal }: Context): Promise<Result | void> {
    const crane = await this.#client.getOrNull(Crane, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (crane === null) return;

    log.info('reconciling', { generation: crane.metadata.generation });
    const owner = controllerReference(Crane, crane);
    const { name, namespace } = crane.metadata;
    // An example. Replace it with the objects that a Crane consists of.
    // Set all fields that the operator manages: a field that is no longer set is removed, and fields of others stay.
    await this.#client.apply(
      ConfigMap,
      {
        metadata: {
          name: `${name}-crane`,
          namespace,
          ownerReferences: [owner],
        },
        data: { owner: name },
      },
      // The operator takes over fields that another manager has set.
      { force: true, signal },
    );
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupCraneController(manager: Manager): Promise<void> {
  const reconciler = new CraneReconciler(manager.client);
  await controllerManagedBy(manager).for(Crane).owns(ConfigMap).complete(reconciler);
}
