import type { KubernetesObject } from '../api/object.js';
import { messageOf } from '../errors/causes.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer.js';
import { splitStatus } from './split-status.js';

/** Parts of an object that finalizers have changed in place, and that must be written. */
export interface FinalizerResult {
  /** Whether to write the object: `client.update`. */
  readonly updated: boolean;
  /** Whether to write its status: `client.status.update`. */
  readonly statusUpdated: boolean;
}

/**
 * Cleans up after an object that is being deleted. It may be called again after a success, so it must be idempotent. It
 * can change the object, for example a condition in its status. If it throws, its finalizer is kept.
 */
export type Finalizer<T extends KubernetesObject> = (object: T) => Promise<void> | void;

/** Error for failed finalizers: the error of each, and the parts that must be written for those that succeeded. */
export class FinalizerError extends AggregateError implements FinalizerResult {
  override readonly name = 'FinalizerError';
  readonly updated: boolean;
  readonly statusUpdated: boolean;

  constructor(errors: readonly Error[], { updated, statusUpdated }: FinalizerResult) {
    super(errors, errors.map(({ message }) => message).join('; '));
    this.updated = updated;
    this.statusUpdated = statusUpdated;
  }
}

/** Finalizers of one kind, by their name in `metadata.finalizers`. */
export interface Finalizers<T extends KubernetesObject> {
  /**
   * Registers a finalizer.
   * @throws Error if there already is one with that name
   */
  readonly register: (name: string, finalizer: Finalizer<T>) => void;
  /**
   * Adds missing finalizers to an object; if the object is being deleted, runs its finalizers one after the other, and
   * removes each that succeeds. Changes are in place: the caller writes the parts that the result names.
   * @throws FinalizerError if finalizers failed; it also contains what must be written
   */
  readonly finalize: (object: T) => Promise<FinalizerResult>;
}

/** Creates a registry of finalizers. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/finalizer */
export function createFinalizers<T extends KubernetesObject>(): Finalizers<T> {
  const registered = new Map<string, Finalizer<T>>();

  const finalize = async (object: T): Promise<FinalizerResult> => {
    const before = splitStatus(clone(object) as KubernetesObject);
    const errors: Error[] = [];
    for (const [name, finalizer] of registered) {
      if (object.metadata?.deletionTimestamp === undefined) addFinalizer(object, name);
      else if (containsFinalizer(object, name)) await run(name, finalizer, object).catch((error) => errors.push(error));
    }
    const after = splitStatus(object);
    const result = {
      updated: !deepEqual(before.rest, after.rest),
      statusUpdated: !deepEqual(before.status, after.status),
    };
    if (errors.length > 0) throw new FinalizerError(errors, result);
    return result;
  };

  return {
    register: (name, finalizer) => {
      if (registered.has(name)) throw new Error(`the finalizer ${name} already exists: use another name`);
      registered.set(name, finalizer);
    },
    finalize,
  };
}

async function run<T extends KubernetesObject>(name: string, finalizer: Finalizer<T>, object: T): Promise<void> {
  try {
    await finalizer(object);
  } catch (error) {
    const message = messageOf(error);
    throw new Error(`finalizer ${name} failed: ${message}`, { cause: error });
  }
  removeFinalizer(object, name);
}
