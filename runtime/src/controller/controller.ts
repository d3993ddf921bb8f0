import { keyText } from '../cache/object-key.js';
import { isPanic } from '../errors/panic.js';
import type { ReconcileResult } from '../metrics/metrics.js';
import { defaultControllerRateLimiter } from '../queue/rate-limiter.js';
import { WorkQueue, type Taken } from '../queue/work-queue.js';
import { realClock, type Clock } from '../timing/clock.js';
import { Turn } from '../timing/turn.js';
import { describeState, shownKey, type ControllerState } from './controller-state.js';
import type { ControllerOptions } from './options.js';
import { errorOf, isTerminal, readResult } from './outcome.js';
import { nameOfError } from './reconcile-history.js';
import type { Reconciler, Request } from './reconciler.js';
import { startRun, type Run } from './run.js';
import type { Source } from './source.js';
import { startSources } from './start-sources.js';
import type { ControllerSurroundings } from './surroundings.js';

export interface ControllerParts extends ControllerOptions, ControllerSurroundings {
  readonly name: string;
  readonly reconciler: Reconciler;
  readonly sources: readonly Source[];
  readonly clock?: Clock;
}

/** Maximum number of delayed keys in the state of a controller. */
const mostRetries = 1_000;
/** Maximum number of objects in the description of a controller's work. */
const mostShown = 10;

/** Takes keys from a queue and reconciles them while it runs. */
export class Controller {
  readonly name: string;
  /** Whether it must wait until this process is the leader. */
  readonly needLeaderElection: boolean;
  readonly #parts: ControllerParts;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<Request>;
  readonly #runs = new Set<Run>();
  readonly #turn: Turn;
  #sources: Promise<void> | undefined;
  #isFilled = false;

  constructor(parts: ControllerParts) {
    const { usePriorityQueue = true, clock = realClock } = parts;
    this.name = parts.name;
    this.needLeaderElection = parts.needLeaderElection ?? true;
    this.#parts = parts;
    this.#clock = clock;
    this.#turn = new Turn(clock);
    // As in controller-runtime: with priorities, there is no overall limit; without them, client-go's applies.
    const rateLimiter = parts.rateLimiter ?? (usePriorityQueue ? undefined : defaultControllerRateLimiter());
    this.#queue = new WorkQueue<Request>(keyText, {
      usePriorities: usePriorityQueue,
      ...(rateLimiter && { rateLimiter }),
      limiterFailed: (error) => parts.log.error('the rate limiter failed; the usual backoff counts instead', { error }),
      observer: parts.metrics.queue,
      clock,
    });
  }

  /** Parts of the controller, for a host that runs the reconciles itself, such as a plan. */
  get parts(): ControllerParts {
    return this.#parts;
  }

  /** Whether all objects that existed at the start have been read. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /**
   * Describes the queue, the running reconciles and, if a history is kept, the last ones.
   * @param time milliseconds since 1970
   * @param since the same, since which the listed objects were reconciled
   */
  state(time: number, since?: number): ControllerState {
    const { maxConcurrentReconciles: workers = 1, history } = this.#parts;
    const snapshot = this.#queue.snapshot(mostRetries);
    const known = { controller: this.name, workers, cachesFilled: this.#isFilled };
    return describeState({ ...known, snapshot, history, now: this.#clock.now(), time, since });
  }

  /** Describes the controller and the objects that it is reconciling. */
  describeWork(): string {
    const keys = this.#queue.snapshot(0).processing.map(({ id }) => shownKey(id));
    const more = keys.length > mostShown ? ` and ${keys.length - mostShown} more` : '';
    return `controller ${this.name}${keys.length === 0 ? '' : ` (${keys.slice(0, mostShown).join(', ')}${more})`}`;
  }

  /**
   * Starts the watches before this process is the leader, if `enableWarmup` is set; does not reconcile.
   * @throws CacheSyncError if the caches do not sync in time
   */
  async warmup(signal: AbortSignal): Promise<void> {
    if (this.#parts.enableWarmup === true) await this.#startSources(signal);
  }

  /**
   * Runs until `signal` is aborted, and then until all running reconciles have ended.
   * @param cutOff aborted when they must end immediately
   * @throws CacheSyncError if the caches do not sync in time
   */
  async start(signal: AbortSignal, cutOff: AbortSignal): Promise<void> {
    const { log, maxConcurrentReconciles = 1 } = this.#parts;
    await this.#startSources(signal);
    if (signal.aborted) return;
    log.info('controller started', { workers: maxConcurrentReconciles });
    const abortRuns = (): void => this.#runs.forEach((run) => run.cutOff(cutOff.reason));
    cutOff.addEventListener('abort', abortRuns, { once: true });
    await Promise.all(Array.from({ length: maxConcurrentReconciles }, () => this.#work(cutOff)));
    cutOff.removeEventListener('abort', abortRuns);
    log.info('controller stopped');
  }

  #startSources(signal: AbortSignal): Promise<void> {
    return (this.#sources ??= this.#fill(signal));
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const close = (): void => this.#queue.close();
    if (signal.aborted) close();
    signal.addEventListener('abort', close, { once: true });
    await startSources(this.#queue, { ...this.#parts, clock: this.#clock, signal });
    this.#isFilled = !signal.aborted;
  }

  async #work(cutOff: AbortSignal): Promise<void> {
    for (let taken = await this.#queue.take(); taken !== undefined; taken = await this.#queue.take()) {
      try {
        const otherWork = this.#turn.over();
        if (otherWork !== undefined) await otherWork;
        await this.#reconcile(taken, cutOff);
      } finally {
        this.#queue.done(taken.key);
      }
    }
  }

  async #reconcile({ key: request, priority }: Taken<Request>, cutOff: AbortSignal): Promise<void> {
    const { reconciler, metrics, mayAct, log, reconciliationTimeout: timeout } = this.#parts;
    if (cutOff.aborted || (this.needLeaderElection && !mayAct())) return;
    const run = startRun({ request, log, clock: this.#clock, timeout, overdue: () => metrics.timeout() });
    this.#runs.add(run);
    const end = this.#begin(request);
    try {
      const result = readResult(await reconciler.reconcile(request, run.context));
      this.#queue.forget(request);
      // As in controller-runtime, zero does not requeue; the object would be requeued at once, forever.
      const { requeueAfter = 0 } = result;
      if (requeueAfter > 0) this.#queue.addAfter(request, requeueAfter, result.priority ?? priority);
      end(requeueAfter > 0 ? 'requeue_after' : 'success');
    } catch (thrown) {
      end('error', thrown);
      this.#failed(thrown, request, priority, run, cutOff);
    } finally {
      run.end();
      this.#runs.delete(run);
    }
  }

  /** Counts a reconcile; the result is called when it has ended. */
  #begin(request: Request): (result: ReconcileResult, thrown?: unknown) => void {
    const { metrics, history } = this.#parts;
    const end = metrics.reconcileStarted();
    if (history === undefined) return end;
    const began = this.#clock.now();
    return (result, thrown) => {
      end(result);
      const endedAt = this.#clock.now();
      const error = result === 'error' ? nameOfError(errorOf(thrown)) : undefined;
      history.add(keyText(request), { endedAt, milliseconds: endedAt - began, result, error });
    };
  }

  #failed(thrown: unknown, request: Request, priority: number, run: Run, cutOff: AbortSignal): void {
    const { metrics, recoverPanic = true } = this.#parts;
    const { log } = run.context;
    const error = errorOf(thrown);
    if (isPanic(thrown)) {
      metrics.panic();
      if (!recoverPanic) throw error;
    }
    if (isTerminal(error)) {
      metrics.terminalError();
      this.#queue.forget(request);
      log.error('reconcile failed for good', { error });
    } else if (cutOff.aborted) {
      log.warn('reconcile was cut off', { error });
    } else {
      log.error('reconcile failed, to be tried again', { error, failures: this.#queue.failures(request) + 1 });
      this.#queue.addRateLimited(request, priority);
    }
  }
}
