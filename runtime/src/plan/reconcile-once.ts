import type { Controller } from '../controller/controller.js';
import { errorOf, readResult } from '../controller/outcome.js';
import type { Request, Result } from '../controller/reconciler.js';
import { startRun } from '../controller/run.js';
import { realClock } from '../timing/clock.js';
import type { PlannedWrite } from './planned-write.js';
import { scopes, type Scope } from './scope.js';

/** Outcome of one reconcile in a plan. */
export interface Outcome {
  readonly result: Result;
  readonly writes: readonly PlannedWrite[];
  readonly error?: Error;
}

export interface ReconcileLimits {
  /** Milliseconds after which the signal of the reconcile is aborted. */
  readonly timeout: number;
  /** Aborted when the plan ends. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a reconcile gets to end after its signal is aborted. */
const grace = 1000;

/** Reconciles an object; never rejects. A reconcile that does not end in time can write nothing afterwards. */
export async function reconcileOnce(
  { parts: { reconciler, log, reconciliationTimeout } }: Controller,
  request: Request,
  { timeout: limit, signal }: ReconcileLimits,
): Promise<Outcome> {
  const timeout = Math.min(limit, reconciliationTimeout ?? limit);
  const scope: Scope = { writes: [] };
  // In the scope as well, because listeners of the signal run in that of its timer.
  const run = scopes.run(scope, () => startRun({ request, log, clock: realClock, timeout, overdue: () => undefined }));
  const { signal: own, log: ownLog, reconcileID } = run.context;
  const context = { signal: own, log: ownLog, reconcileID, dryRun: true };
  const cutOff = (): void => run.cutOff(signal.reason);
  signal.addEventListener('abort', cutOff, { once: true });
  try {
    const work = scopes.run(scope, async () => reconciler.reconcile(request, context));
    return { result: readResult(await inTime(work, timeout)), writes: scope.writes };
  } catch (thrown) {
    return { result: {}, writes: scope.writes, error: errorOf(thrown) };
  } finally {
    scope.isOver = true;
    signal.removeEventListener('abort', cutOff);
    run.end();
  }
}

/** @throws Error if the work has not ended some time after its signal was aborted */
async function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(
      `the reconcile did not end within ${timeout} ms: end it when context.signal is aborted, or set --plan-timeout`,
    );
    cancel = realClock.after(timeout + grace, () => reject(error));
  });
  // A reconcile that ends later is no longer of interest.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(cancel);
}
