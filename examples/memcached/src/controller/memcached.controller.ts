import {
  addFinalizer,
  containsFinalizer,
  controllerManagedBy,
  createOrUpdate,
  removeFinalizer,
  setControllerReference,
  setStatusCondition,
  type Client,
  type Context,
  type EventRecorder,
  type Manager,
  type NewCondition,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { Memcached } from '../api/v1alpha1/memcached.types.js';
import { makeDeployment } from './memcached.objects.js';

export const finalizer = 'cache.example.com/finalizer';

/** Keeps a Deployment of memcached Pods, and says in conditions how far it is. */
@Rbac({ groups: [groupVersion.group], resources: ['memcacheds'], verbs: ['get', 'list', 'watch', 'update'] })
@Rbac({ groups: [groupVersion.group], resources: ['memcacheds/status'], verbs: ['update'] })
@Rbac({ groups: [groupVersion.group], resources: ['memcacheds/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'update'] })
@Rbac({ groups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] })
export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  readonly #image: string;

  /** @param image what the Pods run */
  constructor(client: Client, recorder: EventRecorder, image: string) {
    this.#client = client;
    this.#recorder = recorder;
    this.#image = image;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    let memcached = await this.#client.getOrNull(Memcached, request, { signal });
    if (memcached === null) return;
    if (memcached.metadata.deletionTimestamp !== undefined) return this.#finalize(memcached, context);
    if (addFinalizer(memcached, finalizer)) {
      memcached = await this.#client.update(Memcached, memcached, { signal });
    }

    const deployment = await this.#applyDeployment(memcached, context);
    const ready = deployment.status?.readyReplicas ?? 0;
    const { size } = memcached.spec;
    const isReady = ready === size && deployment.status?.observedGeneration === deployment.metadata.generation;
    await this.#report(memcached, context, {
      type: 'Available',
      status: isReady ? 'True' : 'False',
      reason: isReady ? 'Ready' : 'Progressing',
      message: `${ready} of ${size} Pods are ready`,
    });
  }

  async #applyDeployment(memcached: Stored<Memcached>, { log, signal }: Context): Promise<Stored<Deployment>> {
    const { name, namespace } = memcached.metadata;
    const { result, object } = await createOrUpdate(
      this.#client,
      Deployment,
      { metadata: { name, namespace } },
      (deployment) => {
        setControllerReference(Memcached, memcached, deployment);
        makeDeployment(deployment, memcached, this.#image);
      },
      { signal },
    );
    if (result === 'unchanged') return object;
    log.info('brought the Deployment in step', { result });
    const note = `The Deployment ${name} was ${result}: ${memcached.spec.size} Pods of ${this.#image}.`;
    const reason = result === 'created' ? 'Created' : 'Updated';
    this.#recorder.event(memcached, { type: 'Normal', reason, action: 'Deploy', note, related: object });
    return object;
  }

  /** What has to be done before the object may go. Its Deployment goes with it, by its owner reference. */
  async #finalize(memcached: Stored<Memcached>, context: Context): Promise<void> {
    if (!containsFinalizer(memcached, finalizer)) return;
    const message = 'The last things are done before the object goes';
    const told = await this.#report(memcached, context, {
      type: 'Degraded',
      status: 'True',
      reason: 'Finalizing',
      message,
    });
    const { name, namespace } = memcached.metadata;
    const note = `${name} is being deleted from ${namespace}.`;
    this.#recorder.event(memcached, { type: 'Warning', reason: 'Deleting', action: 'Delete', note });
    removeFinalizer(told, finalizer);
    await this.#client.update(Memcached, told, { signal: context.signal });
    context.log.info('finalized');
  }

  /** Says a condition, where it is not said already. */
  async #report(
    memcached: Stored<Memcached>,
    { signal }: Context,
    condition: NewCondition,
  ): Promise<Stored<Memcached>> {
    const status = (memcached.status ??= {});
    const observedGeneration = memcached.metadata.generation;
    if (!setStatusCondition((status.conditions ??= []), { ...condition, observedGeneration })) return memcached;
    return this.#client.status.update(Memcached, memcached, { signal });
  }
}

/**
 * Registers the controller with the manager. Called by src/register.ts.
 * @throws Error when MEMCACHED_IMAGE does not say what the Pods run
 */
export async function setupMemcachedController(manager: Manager): Promise<void> {
  const image = process.env['MEMCACHED_IMAGE'];
  if (!image) throw new Error('MEMCACHED_IMAGE is not set: it says which image the Pods run, such as memcached:1.6');
  const reconciler = new MemcachedReconciler(manager.client, manager.getEventRecorder('memcached-controller'), image);
  await controllerManagedBy(manager).for(Memcached).owns(Deployment).complete(reconciler);
}
