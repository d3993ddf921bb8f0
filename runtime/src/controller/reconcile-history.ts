import type { ReconcileResult } from '../metrics/metrics.js';

/** Maximum number of objects per controller whose last reconciles are kept. */
export const mostObjects = 5_000;
/** Maximum number of objects that are listed without a time. */
export const mostListed = 1_000;
/** Maximum number of reconciles that are kept per object. */
export const mostReconciles = 20;

/** A completed reconcile. It contains neither parts of the object nor error messages, which may quote the object. */
export interface PastReconcile {
  /** Number of the reconcile among those of the controller since its start, from 1. */
  readonly number: number;
  /** Monotonic milliseconds at which it ended. */
  readonly endedAt: number;
  readonly milliseconds: number;
  readonly result: ReconcileResult;
  /** Name of the error, and its reason if the API server gave one, such as `ApiError: Conflict`. */
  readonly error: string | undefined;
}

/**
 * The last reconciles of a controller's objects: at most 20 per object, and at most 5,000 objects. The least recently
 * reconciled objects are dropped.
 */
export interface ReconcileHistory {
  add(key: string, reconcile: Omit<PastReconcile, 'number'>): void;
  /**
   * Returns the objects, most recently reconciled first, with their reconciles in order.
   * @param since monotonic milliseconds since which they were reconciled; without it, at most 1,000 objects are returned
   */
  objects(since?: number): readonly (readonly [key: string, reconciles: readonly PastReconcile[]])[];
}

export function createReconcileHistory(): ReconcileHistory {
  const objects = new Map<string, PastReconcile[]>();
  let number = 0;
  return {
    add: (key, reconcile) => {
      const reconciles = objects.get(key) ?? [];
      number += 1;
      reconciles.push({ ...reconcile, number });
      if (reconciles.length > mostReconciles) reconciles.shift();
      // A map keeps the order in which its keys were added.
      objects.delete(key);
      objects.set(key, reconciles);
      if (objects.size > mostObjects) objects.delete(objects.keys().next().value!);
    },
    objects: (since) => {
      const all = [...objects].toReversed();
      const older = since === undefined ? mostListed : all.findIndex(([, past]) => past.at(-1)!.endedAt < since);
      return all.slice(0, older === -1 ? undefined : older).map(([key, reconciles]) => [key, [...reconciles]]);
    },
  };
}

/** Returns the name of an error, and the reason that the API server gave. */
export function nameOfError(error: Error): string {
  const name = identifierIn(error, 'name') ?? 'Error';
  const reason = identifierIn(error, 'reason');
  return reason === undefined ? name : `${name}: ${reason}`;
}

/** Returns a field of an error if it is an identifier. The field can be anything, even a getter that throws. */
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
