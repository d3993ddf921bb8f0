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
import { groupVersion } from '../api/v1/group-version.js';
import { WebServer } from '../api/v1/webserver.types.js';

/** Reconciles a WebServer: moves the cluster towards the desired state in its spec. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['webservers'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  namespace: 'quiet-operator-system',
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['webservers/status'],
  verbs: ['get', 'update', 'patch'],
  namespace: 'quiet-operator-system',
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['webservers/finalizers'],
  verbs: ['update'],
  namespace: 'quiet-operator-system',
})
export class WebServerReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const webServer = await this.#client.getOrNull(WebServer, request);
    // The object was deleted. Its owned objects are garbage collected.
    if (webServer === null) return;

    log.info('reconciling', { generation: webServer.metadata.generation });
    // Compare webServer.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupWebServerController(manager: Manager): Promise<void> {
  const reconciler = new WebServerReconciler(manager.client);
  await controllerManagedBy(manager).for(WebServer).complete(reconciler);
}
