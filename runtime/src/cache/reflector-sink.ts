import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';
import type { Shared } from './cache-event.js';

/** Receives what a reflector observes. */
export interface ReflectorSink<T extends KubernetesObject> {
  /**
   * Prepares an object for storage. Called as soon as it arrives, so that the rest can be released. Returns undefined
   * for an object that cannot be stored, which has been reported; the others continue.
   */
  prepare(object: Stored<T>): Shared<T> | undefined;
  /** Records that a list is about to be requested; the result is passed to `replace`. */
  listing(): number;
  /** Replaces all objects: those that are not among the items are gone. */
  replace(items: readonly Shared<T>[], listing: number): void;
  /** Reports whether this state of an object, or a later one, is stored. */
  knows(object: Shared<T>): boolean;
  /** Reports whether a deletion cannot be true, because a later state of the same object is stored. */
  contradicts(deleted: Stored<T>): boolean;
  /** Stores a state of an object, unless a later one is stored. */
  set(object: Shared<T>): void;
  delete(object: Stored<T>): void;
  /** Records that the server has no further changes for now, as far as known. */
  caughtUp(): void;
  /** Records that a list or a watch failed. It is retried. */
  failed(error: unknown): void;
  /** Records that the watch works, possibly after a failure. */
  works(): void;
}
