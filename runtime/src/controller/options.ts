import { groupKindOf } from '../api/names.js';
import type { ResourceInfo } from '../api/resource.js';
import { defined } from '../json/defined.js';
import type { RateLimiter } from '../queue/rate-limiter.js';
import { longestTimer } from '../timing/clock.js';

/** Options of one controller, and, in `ManagerOptions.controller`, defaults for all controllers. */
export interface SharedControllerOptions {
  /**
   * Number of objects to reconcile concurrently; defaults to one. The same object is never reconciled concurrently. The
   * manager opens as many connections to the API server as its controllers have workers, and at least four.
   */
  readonly maxConcurrentReconciles?: number | undefined;
  /** Milliseconds after which the signal of a reconcile is aborted; unlimited by default. */
  readonly reconciliationTimeout?: number | undefined;
  /**
   * Milliseconds after which the manager stops because a watched kind cannot be read. If unset, the controller waits
   * forever, and logs what it waits for, because a kind may be installed later. controller-runtime gives up after two
   * minutes.
   */
  readonly cacheSyncTimeout?: number | undefined;
  /** False for a controller that runs on every replica, not only on the leader; defaults to true. */
  readonly needLeaderElection?: boolean | undefined;
  /**
   * Whether to start the watches before this process becomes the leader, so that it takes over faster; defaults to
   * false.
   */
  readonly enableWarmup?: boolean | undefined;
  /** False for a queue without priorities, with client-go's default rate limiter; defaults to true. */
  readonly usePriorityQueue?: boolean | undefined;
  /**
   * False to stop the manager on a bug in a reconciler, such as reading a property of undefined. By default, such an
   * error is logged, counted in `controller_runtime_reconcile_panics_total`, and retried like any other error.
   */
  readonly recoverPanic?: boolean | undefined;
}

/** Options of one controller. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller#Options */
export interface ControllerOptions extends SharedControllerOptions {
  /**
   * Backoff of an object after a failure; by default from 5 ms to 1000 s, doubling with each failure. If it throws, or
   * returns anything other than a number of zero or more, that is logged, and the default applies.
   */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** Default options of all controllers. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/config#Controller */
export interface ControllerDefaults extends SharedControllerOptions {
  /** `maxConcurrentReconciles` by the kind of the controller: `{ 'Deployment.apps': 5, Pod: 2 }`. */
  readonly groupKindConcurrency?: Readonly<Record<string, number>> | undefined;
}

/**
 * Returns the options of a controller, with the defaults of the manager.
 * @param reconciled kind that it reconciles, if there is one
 * @throws RangeError if the number in an option is out of range
 */
export function resolveOptions(
  own: ControllerOptions,
  defaults: ControllerDefaults,
  reconciled: ResourceInfo | undefined,
): ControllerOptions & { readonly maxConcurrentReconciles: number } {
  const { groupKindConcurrency = {}, ...shared } = defaults;
  const options = { ...shared, ...defined(own) };
  const ofKind = reconciled && groupKindConcurrency[groupKindOf(reconciled)];
  const maxConcurrentReconciles = own.maxConcurrentReconciles ?? ofKind ?? shared.maxConcurrentReconciles ?? 1;
  if (!(Number.isInteger(maxConcurrentReconciles) && maxConcurrentReconciles > 0)) {
    throw new RangeError(
      `maxConcurrentReconciles has to be a whole number above zero: it is ${maxConcurrentReconciles}`,
    );
  }
  for (const name of ['reconciliationTimeout', 'cacheSyncTimeout'] as const) {
    const time = options[name];
    if (time !== undefined && !(time > 0 && time <= longestTimer)) {
      throw new RangeError(`${name} has to be between 1 and ${longestTimer} ms, or left out for no end: it is ${time}`);
    }
  }
  return { ...options, maxConcurrentReconciles };
}
