import {
  addFinalizer,
  containsFinalizer,
  controllerManagedBy,
  createOrUpdate,
  isControlledBy,
  removeFinalizer,
  setControllerReference,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { MyOwnShell } from '../api/v1alpha1/myownshell.types.js';
import { podTemplateOf, selectorOf } from './myownshell.objects.js';

/** On the shell and on its Deployment: neither goes before the operator has seen to it. */
export const finalizer = `${groupVersion.group}/finalizer`;

/** Keeps a Deployment of as many busybox Pods as a MyOwnShell asks for. */
@Rbac({ groups: [groupVersion.group], resources: ['myownshells'], verbs: ['get', 'list', 'watch', 'update'] })
@Rbac({ groups: [groupVersion.group], resources: ['myownshells/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'update'] })
export class MyOwnShellReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    let shell = await this.#client.getOrNull(MyOwnShell, request, { signal });
    if (shell === null) return;
    if (shell.metadata.deletionTimestamp !== undefined) return this.#finalize(shell, context);
    // Before anything is made that would have to be cleaned up.
    if (addFinalizer(shell, finalizer)) shell = await this.#client.update(MyOwnShell, shell, { signal });
    await this.#applyDeployment(shell, context);
  }

  async #applyDeployment(shell: Stored<MyOwnShell>, { log, signal }: Context): Promise<void> {
    const { name, namespace } = shell.metadata;
    const { result } = await createOrUpdate(
      this.#client,
      Deployment,
      { metadata: { name, namespace } },
      (deployment) => {
        setControllerReference(MyOwnShell, shell, deployment);
        deployment.spec ??= { selector: selectorOf(shell), template: podTemplateOf(shell) };
        deployment.spec.replicas = shell.spec.size;
        // An object that is being deleted takes no new finalizer.
        if (deployment.metadata.deletionTimestamp === undefined) addFinalizer(deployment, finalizer);
      },
      { signal },
    );
    if (result !== 'unchanged') log.info('brought the Deployment in step', { result, size: shell.spec.size });
  }

  async #finalize(shell: Stored<MyOwnShell>, { log, signal }: Context): Promise<void> {
    if (!containsFinalizer(shell, finalizer)) return;
    const deployment = await this.#client.getOrNull(Deployment, shell.metadata, { signal });
    if (deployment !== null && isControlledBy(deployment, shell) && removeFinalizer(deployment, finalizer)) {
      await this.#client.update(Deployment, deployment, { signal });
    }
    removeFinalizer(shell, finalizer);
    await this.#client.update(MyOwnShell, shell, { signal });
    log.info('Successfully finalized MyOwnShell');
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupMyOwnShellController(manager: Manager): Promise<void> {
  const reconciler = new MyOwnShellReconciler(manager.client);
  await controllerManagedBy(manager).for(MyOwnShell).owns(Deployment).complete(reconciler);
}
