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
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { Service } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from '../api/v1/group-version.js';
import { WebServer } from '../api/v1/webserver.types.js';
import { deploymentOf, serviceOf } from './webserver.objects.js';

/** Brings the cluster closer to what a WebServer asks for: a Deployment of nginx, and a Service before it. */
@Rbac({ groups: [groupVersion.group], resources: ['webservers'], verbs: ['get', 'list', 'watch'] })
@Rbac({ groups: [groupVersion.group], resources: ['webservers/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'patch'] })
@Rbac({ groups: ['core'], resources: ['services'], verbs: ['get', 'list', 'watch', 'create', 'patch'] })
export class WebServerReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log, signal }: Context): Promise<Result | void> {
    const webServer = await this.#client.getOrNull(WebServer, request, { signal });
    // Deleted: what it owned goes with it.
    if (webServer === null || webServer.metadata.deletionTimestamp !== undefined) return;

    const owner = controllerReference(WebServer, webServer);
    // Applied as a whole every time: what somebody changed or removed by hand comes back as it should be.
    const options = { force: true, signal };
    await this.#client.apply(Deployment, deploymentOf(webServer, owner), options);
    await this.#client.apply(Service, serviceOf(webServer, owner), options);
    log.info('in step', { replicas: webServer.spec?.replicas, image: webServer.spec?.image });
    return { requeueAfter: 10_000 };
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupWebServerController(manager: Manager): Promise<void> {
  const reconciler = new WebServerReconciler(manager.client);
  await controllerManagedBy(manager).for(WebServer).owns(Deployment).owns(Service).complete(reconciler);
}
