import {
  addFinalizer,
  containsFinalizer,
  controllerManagedBy,
  createOrUpdate,
  isConflict,
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
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { Memcached } from '../api/v1alpha1/memcached.types.js';
import { conditionsOf, degraded } from './memcached.conditions.js';
import { makeDeployment } from './memcached.objects.js';

export const finalizer = `${groupVersion.group}/finalizer`;

/** The owner of the Deployment. */
type Owner = Stored<Memcached>;

interface Needs {
  readonly client: Client;
  readonly recorder: EventRecorder;
  /** Image of the Pods. */
  readonly image: string;
}

/** Maintains a Deployment for each Memcached, and reports its state in conditions. */
export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  readonly #image: string;

  constructor({ client, recorder, image }: Needs) {
    this.#client = client;
    this.#recorder = recorder;
    this.#image = image;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    let owner = await this.#client.getOrNull(Memcached, request, { signal });
    if (owner === null) return;
    if (owner.metadata.deletionTimestamp !== undefined) return this.#finalize(owner, context);
    if (addFinalizer(owner, finalizer)) {
      owner = await this.#client.update(Memcached, owner, { signal });
    }

    try {
      const deployment = await this.#applyDeployment(owner, context);
      await this.#report(owner, conditionsOf(owner.spec.size, deployment), context);
    } catch (error) {
      // After a conflict, the next attempt starts from the latest object, so the conflict is not an error.
      if (isConflict(error) || signal.aborted) throw error;
      await this.#report(owner, [degraded('DeploymentFailed', String(error))], context);
      throw error;
    }
  }

  async #applyDeployment(owner: Owner, { log, signal }: Context): Promise<Stored<Deployment>> {
    const { name, namespace } = owner.metadata;
    const { result, object } = await createOrUpdate(
      this.#client,
      Deployment,
      { metadata: { name, namespace } },
      (deployment) => {
        setControllerReference(Memcached, owner, deployment);
        makeDeployment(deployment, { owner, image: this.#image });
      },
      { signal },
    );
    if (result === 'unchanged') return object;
    log.info('brought the Deployment in step', { result });
    const note = `The Deployment ${name} was ${result}: ${owner.spec.size} Pods of ${this.#image}.`;
    const reason = result === 'created' ? 'Created' : 'Updated';
    this.#recorder.event(owner, { type: 'Normal', reason, action: 'Deploy', note, related: object });
    return object;
  }

  /** Cleans up before the object is deleted. Its Deployment is garbage collected through its owner reference. */
  async #finalize(owner: Owner, context: Context): Promise<void> {
    if (!containsFinalizer(owner, finalizer)) return;
    const told = await this.#report(owner, [degraded('Finalizing', 'The object is about to go')], context);
    // Clean up what Kubernetes does not clean up by itself. This can run more than once.
    const { name, namespace } = owner.metadata;
    const note = `${name} is being deleted from ${namespace}.`;
    this.#recorder.event(owner, { type: 'Warning', reason: 'Deleting', action: 'Delete', note });
    removeFinalizer(told, finalizer);
    await this.#client.update(Memcached, told, { signal: context.signal });
  }

  /** Sets conditions unless they are set already, and returns the updated object. */
  async #report(owner: Owner, conditions: readonly NewCondition[], { signal }: Context): Promise<Owner> {
    const said = ((owner.status ??= {}).conditions ??= []);
    const observedGeneration = owner.metadata.generation;
    const changes = conditions.map((condition) => setStatusCondition(said, { ...condition, observedGeneration }));
    if (!changes.includes(true)) return owner;
    return this.#client.status.update(Memcached, owner, { signal });
  }
}

/**
 * Registers the controller with the manager. Called by src/register.ts.
 * @throws Error when the image variable is not set; config/manager/manager.yaml sets it
 */
export async function setupMemcachedController(manager: Manager): Promise<void> {
  const image = process.env['MEMCACHED_IMAGE'];
  if (!image) {
    throw new Error('MEMCACHED_IMAGE is not set: it names the image of the Pods');
  }
  const { client } = manager;
  const recorder = manager.getEventRecorder('memcached-controller');
  const reconciler = new MemcachedReconciler({ client, recorder, image });
  await controllerManagedBy(manager).for(Memcached).owns(Deployment).complete(reconciler);
}
