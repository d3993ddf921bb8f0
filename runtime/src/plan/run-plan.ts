import { loadConfig } from '../configuration/load-config.js';
import type { Logger } from '../log/logger.js';
import type { Manager } from '../manager/manager.js';
import type { ManagerOptions } from '../manager/options.js';
import { watchProcessErrors } from '../manager/process-errors.js';
import { abortController } from '../timing/abort-controller.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { makePlan } from './make-plan.js';
import { createPlanManager } from './plan-manager.js';
import { jsonOutput, textOutput, type Write } from './plan-output.js';
import type { PlanSummary } from './planned-reconcile.js';

/** Settings of a plan, as the flags give them. */
export interface PlanSettings {
  /** Namespace of the objects to reconcile; all objects if unset. */
  readonly namespace?: string | undefined;
  readonly output: 'text' | 'json';
  /** File with the objects to reconcile, on a control plane of their own; by default, those of the cluster. */
  readonly from?: string | undefined;
  /** Milliseconds for each reconcile, and for reading the watched kinds. */
  readonly timeout: number;
}

export interface RunPlanOptions extends PlanSettings {
  readonly manager: ManagerOptions;
  readonly log: Logger;
  /** Adds the controllers to the manager of the plan. */
  readonly setUp: (manager: Manager) => Promise<void>;
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** Writes the plan; defaults to the standard output. */
  readonly write?: Write;
}

/** Exit codes of a plan. */
const [nothing, failed, changes] = [0, 1, 3] as const;

/**
 * Runs the controllers of an operator as a plan, and prints what they would write.
 * @returns the exit code: 0 if nothing would change, 3 for changes, 1 if an object could not be reconciled
 */
export async function runPlan(options: RunPlanOptions): Promise<number> {
  const { from, manager: given, log } = options;
  if (from !== undefined) {
    const { withObjects } = await import('./from/with-objects.js');
    return withObjects(from, log, (config) => planOn(config, options));
  }
  const { kubeconfig, context } = given;
  return planOn(given.config ?? (await loadConfig({ kubeconfig, context })), options);
}

async function planOn(config: ClusterConfig, options: RunPlanOptions): Promise<number> {
  const { log, setUp, signal, output, namespace, write = standardOutput() } = options;
  const print = output === 'json' ? jsonOutput(write) : textOutput(write);
  const stop = abortController();
  const end = (error: unknown): void => stop.abort(error);
  const interrupt = (): void => end(signal.reason);
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const stopWatching = watchProcessErrors({ log, rejected: () => undefined, end, endOnRejection: false });
  const planning = createPlanManager(options.manager, { config, log });
  try {
    await setUp(planning.manager);
    const summary = await makePlan(planning, { ...options, signal: stop.signal, report: print.add });
    await print.end(summary);
    if (namespace !== undefined && summary.reconciled === 0)
      log.warn('there is no object to reconcile in the namespace of the plan', { namespace });
    return exitCodeOf(summary);
  } finally {
    stop.abort();
    stopWatching();
    signal.removeEventListener('abort', interrupt);
    planning.close();
  }
}

function exitCodeOf({ writes, errors }: PlanSummary): number {
  if (errors > 0) return failed;
  return writes > 0 ? changes : nothing;
}

/**
 * Returns a function that writes to the standard output, and waits until it has passed the text on: the process exits right after
 * the last one. A reader that has enough, such as `head`, closes it: the exit code still says what would change.
 */
function standardOutput(): Write {
  const ignoreClosed = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
  };
  process.stdout.on('error', ignoreClosed);
  return (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        const { code } = (error ?? {}) as NodeJS.ErrnoException;
        if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') reject(error);
        else resolve();
      });
    });
}
