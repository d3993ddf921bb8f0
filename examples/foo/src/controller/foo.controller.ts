import {
  controllerManagedBy,
  createOrUpdate,
  isControlledBy,
  setControllerReference,
  type Client,
  type Context,
  type EventRecorder,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { Foo } from '../api/v1alpha1/foo.types.js';
import { podTemplateOf, selectorOf } from './foo.objects.js';

/** Keeps the Deployment of the name that a Foo says, and tells how many of its Pods are available. */
@Rbac({ groups: [groupVersion.group], resources: ['foos'], verbs: ['get', 'list', 'watch'] })
@Rbac({ groups: [groupVersion.group], resources: ['foos/status'], verbs: ['update'] })
@Rbac({ groups: [groupVersion.group], resources: ['foos/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'update'] })
@Rbac({ groups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] })
export class FooReconciler implements Reconciler {
  readonly #client: Client;
  readonly #recorder: EventRecorder;

  constructor(client: Client, recorder: EventRecorder) {
    this.#client = client;
    this.#recorder = recorder;
  }

  async reconcile(request: Request, { log, signal }: Context): Promise<Result | void> {
    const foo = await this.#client.getOrNull(Foo, request, { signal });
    // Deleted: its Deployment goes with it.
    if (foo === null || foo.metadata.deletionTimestamp !== undefined) return;

    const { result, object } = await this.#applyDeployment(foo, signal);
    if (result !== 'unchanged') {
      log.info('brought the Deployment in step', { deployment: object.metadata.name, result });
      const note = `The Deployment ${object.metadata.name} was ${result}.`;
      this.#recorder.event(foo, { type: 'Normal', reason: 'Synced', action: 'Sync', note, related: object });
    }
    const availableReplicas = object.status?.availableReplicas ?? 0;
    if (foo.status?.availableReplicas === availableReplicas) return;
    foo.status = { ...foo.status, availableReplicas };
    await this.#client.status.update(Foo, foo, { signal });
  }

  async #applyDeployment(foo: Stored<Foo>, signal: AbortSignal) {
    const metadata = { name: foo.spec.deploymentName, namespace: foo.metadata.namespace };
    const found = await this.#client.getOrNull(Deployment, metadata, { signal });
    if (found !== null && !isControlledBy(found, foo)) {
      const note = `There is a Deployment ${metadata.name} already, and this Foo does not own it.`;
      this.#recorder.event(foo, { type: 'Warning', reason: 'ErrResourceExists', action: 'Sync', note, related: found });
      throw new Error(note);
    }
    return createOrUpdate(
      this.#client,
      Deployment,
      { metadata },
      (deployment) => {
        setControllerReference(Foo, foo, deployment);
        // Only what a Foo says: what the API server filled in stays, and is not a difference.
        deployment.spec ??= { selector: selectorOf(foo), template: podTemplateOf(foo) };
        deployment.spec.replicas = foo.spec.replicas;
      },
      { signal },
    );
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupFooController(manager: Manager): Promise<void> {
  const reconciler = new FooReconciler(manager.client, manager.getEventRecorder('sample-controller'));
  await controllerManagedBy(manager).for(Foo).owns(Deployment).complete(reconciler);
}
