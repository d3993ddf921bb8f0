import {
  addFinalizer,
  containsFinalizer,
  controllerManagedBy,
  itemExponentialFailureRateLimiter,
  predicate,
  removeFinalizer,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { VmGroup, type VmGroupStatus } from '../api/v1alpha1/vmgroup.types.js';
import { createVmService, readVmServiceConfig, type Machine, type VmService } from '../vm-service/vm-service.js';

export const finalizer = 'vm.codeconnect.vmworld.com/finalizer';

/** Makes and removes machines until a group has as many as it asks for, each as it asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['vmgroups'],
  verbs: ['get', 'list', 'watch', 'update'],
})
@Rbac({ groups: [groupVersion.group], resources: ['vmgroups/status'], verbs: ['update'] })
export class VmGroupReconciler implements Reconciler {
  readonly #client: Client;
  readonly #service: VmService;

  constructor(client: Client, service: VmService) {
    this.#client = client;
    this.#service = service;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    let group = await this.#client.getOrNull(VmGroup, request, { signal });
    if (group === null) return;
    const isDeleted = group.metadata.deletionTimestamp !== undefined;
    if (isDeleted && !containsFinalizer(group, finalizer)) return;
    // Before the first machine: a group never goes without them.
    if (!isDeleted && addFinalizer(group, finalizer)) group = await this.#client.update(VmGroup, group, { signal });

    try {
      if (isDeleted) await this.#finalize(group, context);
      else await this.#scale(group, context);
    } catch (error) {
      const lastMessage = error instanceof Error ? error.message : String(error);
      await this.#report(group, { phase: 'ERROR', lastMessage }, signal);
      // Tried again, less and less often.
      throw error;
    }
  }

  /** Removes what is not as it should be, and what is too many; makes what is missing. */
  async #scale(group: Stored<VmGroup>, { log, signal, dryRun }: Context): Promise<void> {
    const { cpu, memory, template, replicas } = group.spec;
    const wanted = { group: groupName(group), cpu, memory, template };
    const machines = await this.#service.list(wanted.group, signal);
    const fitting = machines.filter((each) => isAs(each, wanted));
    const superfluous = [...machines.filter((each) => !isAs(each, wanted)), ...fitting.slice(replicas)];
    const missing = Math.max(0, replicas - fitting.length);
    if (missing + superfluous.length > 0) {
      log.info('changing the machines', { missing, superfluous: superfluous.length });
      await this.#report(group, { phase: 'PENDING', currentReplicas: machines.length }, signal);
    }
    // The service has no dry runs: in a plan, it only says which machines there are.
    if (dryRun !== true) {
      for (const { id } of superfluous) await this.#service.remove(id, signal);
      for (let made = 0; made < missing; made += 1) await this.#service.create(wanted, signal);
    }
    const lastMessage = `${replicas} ${replicas === 1 ? 'machine runs' : 'machines run'}`;
    const counts = { currentReplicas: replicas, desiredReplicas: replicas };
    await this.#report(group, { phase: 'RUNNING', ...counts, lastMessage }, signal);
  }

  async #finalize(group: Stored<VmGroup>, { log, signal, dryRun }: Context): Promise<void> {
    const machines = await this.#service.list(groupName(group), signal);
    if (dryRun !== true) for (const { id } of machines) await this.#service.remove(id, signal);
    removeFinalizer(group, finalizer);
    await this.#client.update(VmGroup, group, { signal });
    log.info('removed the machines of a deleted group', { machines: machines.length });
  }

  /** Writes what is new about a group; the group then has its new version. */
  async #report(group: Stored<VmGroup>, news: VmGroupStatus, signal: AbortSignal): Promise<void> {
    const status = { ...group.status, ...news };
    const isSame = Object.entries(news).every(([key, value]) => group.status?.[key as keyof VmGroupStatus] === value);
    if (isSame) return;
    const { metadata } = await this.#client.status.update(VmGroup, { ...group, status }, { signal });
    group.status = status;
    group.metadata = metadata;
  }
}

function groupName({ metadata }: Stored<VmGroup>): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function isAs(machine: Machine, { cpu, memory, template }: Omit<Machine, 'id'>): boolean {
  return machine.cpu === cpu && machine.memory === memory && machine.template === template;
}

/**
 * Registers the controller with the manager. Called by src/register.ts.
 * @throws Error when the environment does not say where the machine service is
 */
export async function setupVmGroupController(manager: Manager): Promise<void> {
  const reconciler = new VmGroupReconciler(manager.client, createVmService(readVmServiceConfig()));
  await controllerManagedBy(manager)
    // What the operator writes is the status, and that needs no reconcile.
    .for(VmGroup, { predicates: [predicate.generationChanged] })
    // A service that is back is noticed within half a minute.
    .withOptions({ rateLimiter: itemExponentialFailureRateLimiter({ baseDelay: 100, maxDelay: 30_000 }) })
    .complete(reconciler);
}
