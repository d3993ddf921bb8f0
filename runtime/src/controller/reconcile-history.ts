import type { ReconcileResult } from '../metrics/metrics.js';

/** Objects of a controller whose last reconciles are kept. */
export const mostObjects = 1_000;
/** Reconciles that are kept of each object. */
export const mostReconciles = 5;

/** A reconcile that has ended. Contains nothing of the object, and no message of an error, which may quote it. */
export interface PastReconcile {
  /** Monotonic milliseconds at which it ended. */
  readonly endedAt: number;
  readonly milliseconds: number;
  readonly result: ReconcileResult;
  /** Name of the error, and its reason if the API server gave one, such as `ApiError: Conflict`. */
  readonly error: string | undefined;
}

/**
 * The last reconciles of the objects of a controller: at most 5 of each, and of at most 1,000 objects. Those that were
 * reconciled longest ago are dropped.
 */
export interface ReconcileHistory {
  add(key: string, reconcile: PastReconcile): void;
  /** Returns the objects, those that were reconciled last first, with their reconciles in order. */
  objects(): readonly (readonly [key: string, reconciles: readonly PastReconcile[]])[];
}

export function createReconcileHistory(): ReconcileHistory {
  const objects = new Map<string, PastReconcile[]>();
  return {
    add: (key, reconcile) => {
      const reconciles = objects.get(key) ?? [];
      reconciles.push(reconcile);
      if (reconciles.length > mostReconciles) reconciles.shift();
      // A map has the order in which its keys were added.
      objects.delete(key);
      objects.set(key, reconciles);
      if (objects.size > mostObjects) objects.delete(objects.keys().next().value!);
    },
    objects: () => [...objects].toReversed().map(([key, reconciles]) => [key, [...reconciles]]),
  };
}

/** Returns the name of an error and the reason of the API server. */
export function nameOfError(error: Error): string {
  const name = identifierIn(error, 'name') ?? 'Error';
  const reason = identifierIn(error, 'reason');
  return reason === undefined ? name : `${name}: ${reason}`;
}

/** Returns a field of an error if it is an identifier: it can be anything, also a getter that throws. */
function identifierIn(error: Error, field: 'name' | 'reason'): string | undefined {
  try {
    const value = (error as unknown as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'string' && identifier.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Other texts may quote an object. */
const identifier = /^[A-Za-z]\w{0,63}$/;
