import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';
import type { Shared } from './cache-event.js';

/** Where a reflector puts what it sees. */
export interface ReflectorSink<T extends KubernetesObject> {
  /**
   * Makes of an object what is kept of it. Called as soon as it has arrived, so that what is not kept can go. Undefined for
   * one that cannot be kept: that was said, and the others go on.
   */
  prepare(object: Stored<T>): Shared<T> | undefined;
  /** A list is about to be asked for; what this answers comes back with it. */
  listing(): number;
  /** The whole truth: what is not among the items is gone. */
  replace(items: readonly Shared<T>[], listing: number): void;
  set(object: Shared<T>): void;
  delete(object: Stored<T>): void;
  /** The server has nothing more to tell for the moment, as far as it knows. */
  caughtUp(): void;
  /** A list or a watch failed; it will be tried again. */
  failed(error: unknown): void;
  /** The watch works, after it may have failed. */
  works(): void;
}
