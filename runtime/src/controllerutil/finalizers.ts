import type { KubernetesObject } from '../api/object.js';
import { messageOf } from '../errors/causes.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer.js';
import { splitStatus } from './split-status.js';

/** What has to be written after finalizers ran, because they changed it in place. */
export interface FinalizerResult {
  /** The object itself: `client.update`. */
  readonly updated: boolean;
  /** Its status: `client.status.update`. */
  readonly statusUpdated: boolean;
}

/**
 * Cleans up after an object that is being deleted. It may be called again for what it has done before, so it has to be
 * idempotent. It may change the object, such as a condition in its status; while it throws, its finalizer stays.
 */
export type Finalizer<T extends KubernetesObject> = (object: T) => Promise<void> | void;

/** Thrown when finalizers failed: each with its error, and what has to be written for those that did not fail. */
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

/** Finalizers of one kind, each under the name that stands in `metadata.finalizers`. */
export interface Finalizers<T extends KubernetesObject> {
  /** @throws Error when there is one of that name */
  register(name: string, finalizer: Finalizer<T>): void;
  /**
   * Adds to an object the finalizers that it lacks; once it is being deleted, runs those that it has, one after the
   * other, and removes each that did not fail. All in place: the caller writes what the result says.
   * @throws FinalizerError when finalizers failed; it says as well what has to be written
   */
  finalize(object: T): Promise<FinalizerResult>;
}

/**
 * Makes a registry of finalizers.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/finalizer
 */
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
      if (registered.has(name)) throw new Error(`there is a finalizer ${name} already`);
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
