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

/** Brings the cluster closer to what a WebServer asks for. */
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
    // Deleted meanwhile: what it owned goes with it.
    if (webServer === null) return;

    log.info('reconciling', { generation: webServer.metadata.generation });
    // Compare what webServer.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupWebServerController(manager: Manager): Promise<void> {
  const reconciler = new WebServerReconciler(manager.client);
  await controllerManagedBy(manager).for(WebServer).complete(reconciler);
}
