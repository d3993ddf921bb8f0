import { groupKindOf } from '../api/names.js';
import type { ResourceInfo } from '../api/resource.js';
import type { RateLimiter } from '../queue/rate-limiter.js';

/** What can be said of one controller, and in `ManagerOptions.controller` of all that do not say it themselves. */
export interface SharedControllerOptions {
  /**
   * How many objects are worked on at the same time; one unless said otherwise. The same object never is twice. The manager
   * keeps as many connections to the API server as its controllers have workers, and at least four.
   */
  readonly maxConcurrentReconciles?: number | undefined;
  /** Milliseconds that a reconcile may take before its signal is aborted; no end unless said otherwise. */
  readonly reconciliationTimeout?: number | undefined;
  /**
   * Milliseconds after which the manager ends because what the controller watches cannot be read. Unless it is given the
   * controller waits for ever, and says for what: a kind may be installed later. controller-runtime gives up after two minutes.
   */
  readonly cacheSyncTimeout?: number | undefined;
  /** False for a controller that runs without leading; true unless said otherwise. */
  readonly needLeaderElection?: boolean | undefined;
  /** Whether what is watched is read before this process leads, so that it takes over faster; off unless said otherwise. */
  readonly enableWarmup?: boolean | undefined;
  /** False for a queue without priorities, with client-go's default rate limiter; true unless said otherwise. */
  readonly usePriorityQueue?: boolean | undefined;
  /**
   * False to end the manager at a mistake in a reconciler's code, such as a property of undefined; unless said otherwise that is
   * logged, counted in `controller_runtime_reconcile_panics_total`, and tried again like every other error.
   */
  readonly recoverPanic?: boolean | undefined;
}

/** https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller#Options */
export interface ControllerOptions extends SharedControllerOptions {
  /** How long an object waits after a failure; 5 ms to 1000 s, doubled with each, unless said otherwise. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/config#Controller */
export interface ControllerDefaults extends SharedControllerOptions {
  /** `maxConcurrentReconciles` of the controller of a kind: `{ 'Deployment.apps': 5, Pod: 2 }`. */
  readonly groupKindConcurrency?: Readonly<Record<string, number>> | undefined;
}

/** Timers of Node are no longer than this. */
const longestTimer = 2 ** 31 - 1;

/**
 * The options of a controller, with those of the manager where it says nothing.
 * @param reconciled the kind that it reconciles, where there is one
 * @throws RangeError when a number is none that the option can be
 */
export function resolveOptions(
  own: ControllerOptions,
  defaults: ControllerDefaults,
  reconciled: ResourceInfo | undefined,
): ControllerOptions & { readonly maxConcurrentReconciles: number } {
  const { groupKindConcurrency = {}, ...shared } = defaults;
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as ControllerOptions;
  const options = { ...shared, ...given };
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
