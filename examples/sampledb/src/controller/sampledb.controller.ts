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
import { SampleDB } from '../api/v1alpha1/sampledb.types.js';

/** Brings the cluster closer to what a SampleDB asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['sampledbs'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['sampledbs/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['sampledbs/finalizers'],
  verbs: ['update'],
})
export class SampleDBReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const sampleDB = await this.#client.getOrNull(SampleDB, request);
    // Deleted meanwhile: what it owned goes with it.
    if (sampleDB === null) return;

    log.info('reconciling', { generation: sampleDB.metadata.generation });
    // Compare what sampleDB.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupSampleDBController(manager: Manager): Promise<void> {
  const reconciler = new SampleDBReconciler(manager.client);
  await controllerManagedBy(manager).for(SampleDB).complete(reconciler);
}
