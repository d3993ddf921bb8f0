import type { Cache } from '../cache/cache.js';
import { isConflict } from '../client/error-reasons.js';
import type { Controller } from '../controller/controller.js';
import { startSources } from '../controller/start-sources.js';
import { messageOf } from '../errors/causes.js';
import type { Logger } from '../log/logger.js';
import { realClock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';
import { Agenda, itemKey, type Item } from './agenda.js';
import type { PlanManager } from './plan-manager.js';
import type { PlannedReconcile, PlanSummary } from './planned-reconcile.js';
import type { PlannedWrite } from './planned-write.js';
import { reconcileOnce, type Outcome, type ReconcileLimits } from './reconcile-once.js';

export interface MakePlanOptions extends ReconcileLimits {
  /** Namespace of the objects to reconcile; all objects if unset. */
  readonly namespace?: string | undefined;
  readonly log: Logger;
  /** Called for each object with writes or errors, as soon as nothing follows from them. */
  readonly report: (reconcile: PlannedReconcile) => Promise<void>;
}

/** Maximum number of reconciles of one object; one that then still writes does not settle. */
const mostReconciles = 10;
/** Requeues after at most so many milliseconds count as part of the same work if the reconcile has written something. */
const soon = 1000;
/** Milliseconds without another request, after which asynchronous event handlers have ended. */
const quiet = 100;
const mostWaiting = 10_000;
/** Milliseconds in which the cache learns of the change that a conflict was about. */
const conflictPause = 200;

/**
 * Reconciles every object once, and again while planned writes lead to it, as the events of the real writes would.
 * @throws CacheSyncError if a watched kind cannot be read in time
 * @throws the reason of the signal if it is aborted
 */
export async function makePlan(
  { manager: { cache }, controllers, outside }: PlanManager,
  options: MakePlanOptions,
): Promise<PlanSummary> {
  const { namespace, signal, report } = options;
  const agenda = new Agenda((request) => namespace === undefined || request.namespace === namespace);
  await startAll(cache, controllers, agenda, options);
  const planning = new Planning(agenda, options);
  for (const item of agenda.filled(controllers)) await planning.reconcileAll(item);
  while (await isAdded(agenda, signal)) await planning.reconcileAll(undefined);
  if (outside.writes.length > 0) await planning.add({ writes: outside.writes, errors: [] }, report);
  return planning.summary;
}

async function startAll(
  cache: Cache,
  controllers: readonly Controller[],
  agenda: Agenda,
  { timeout, signal }: MakePlanOptions,
): Promise<void> {
  void cache.start(signal);
  const start = async (controller: Controller): Promise<void> => {
    const given = { ...controller.parts, cacheSyncTimeout: timeout, clock: realClock, signal };
    await startSources(agenda.queueOf(controller), given);
  };
  await Promise.all(controllers.map(start));
  signal.throwIfAborted();
  // Handlers can add requests asynchronously.
  const end = performance.now() + mostWaiting;
  while (performance.now() < end && (await isAdded(agenda, signal)));
}

/** Waits a moment; reports whether requests were added in that time. */
async function isAdded(agenda: Agenda, signal: AbortSignal): Promise<boolean> {
  const before = agenda.added;
  await pause(realClock, quiet, signal);
  signal.throwIfAborted();
  return agenda.added > before;
}

interface Found {
  readonly item: Item;
  readonly writes: PlannedWrite[];
  readonly errors: string[];
}

/** Reconciles objects, and what follows from their writes. */
class Planning {
  readonly #agenda: Agenda;
  readonly #options: MakePlanOptions;
  readonly #counts = new Map<string, number>();
  #writes = 0;
  #errors = 0;

  constructor(agenda: Agenda, options: MakePlanOptions) {
    this.#agenda = agenda;
    this.#options = options;
  }

  get summary(): PlanSummary {
    return { reconciled: this.#counts.size, writes: this.#writes, errors: this.#errors };
  }

  /** Reconciles an object that exists, unless it was reconciled already, and everything that follows; reports them. */
  async reconcileAll(first: Item | undefined): Promise<void> {
    const found = new Map<string, Found>();
    const isNew = first !== undefined && !this.#counts.has(itemKey(first));
    for (let item = isNew ? first : this.#agenda.next(); item !== undefined; item = this.#agenda.next()) {
      this.#options.signal.throwIfAborted();
      await this.#reconcile(item, found);
    }
    for (const { item, writes, errors } of found.values()) {
      const { name, namespace } = item.request;
      await this.add({ controller: item.controller.name, namespace, name, writes, errors }, this.#options.report);
    }
  }

  async add(reconcile: PlannedReconcile, report: MakePlanOptions['report']): Promise<void> {
    const { writes, errors } = reconcile;
    this.#writes += writes.length;
    this.#errors += errors.length;
    if (writes.length > 0 || errors.length > 0) await report(reconcile);
  }

  async #reconcile(item: Item, all: Map<string, Found>): Promise<void> {
    const key = itemKey(item);
    const found = all.get(key) ?? { item, writes: [], errors: [] };
    all.set(key, found);
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > mostReconciles) {
      found.errors.push(`it still writes after ${mostReconciles} reconciles: compare the states before a write`);
      return;
    }
    this.#counts.set(key, count);
    const outcome = await reconcileOnce(item.controller, item.request, this.#options);
    found.writes.push(...outcome.writes);
    // The last reconcile counts: an earlier one may have failed because of what is written since.
    found.errors.splice(0, Infinity, ...this.#errorsOf(outcome, item, count));
    if (isConflict(outcome.error)) await pause(realClock, conflictPause, this.#options.signal);
    if (isContinued(outcome)) this.#agenda.follow(item);
  }

  #errorsOf({ error }: Outcome, { controller, request }: Item, count: number): readonly string[] {
    if (error === undefined || (isConflict(error) && count < mostReconciles)) return [];
    this.#options.log.error('a reconcile of the plan failed', { controller: controller.name, ...request, error });
    return [messageOf(error)];
  }
}

/** Reports whether an operator would reconcile the object again at once, without an event. */
function isContinued({ result, writes, error }: Outcome): boolean {
  const { requeueAfter = 0 } = result;
  return isConflict(error) || (requeueAfter > 0 && requeueAfter <= soon && writes.length > 0);
}
