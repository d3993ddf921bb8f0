import type { KubernetesObject } from '../api/object.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { CacheEvent, Shared } from './cache-event.js';
import type { LiveReader } from './live-reader.js';
import type { Prepare } from './prepare.js';

/** Dependencies of reads that reflect own writes. */
export interface ReadYourWritesParts<T extends KubernetesObject> {
  /** Name of the resource in error messages. */
  readonly label: string;
  /** Returns the object that the stream has shown last. */
  readonly mirrored: (key: ObjectKey) => Shared<T> | undefined;
  readonly list: (namespace: string | undefined) => Iterable<Shared<T>>;
  /** Reports whether an object is mirrored; undefined if only the server can tell. */
  readonly selects: (object: KubernetesObject) => boolean | undefined;
  /** Whether some objects are not mirrored. */
  readonly selective: boolean;
  /**
   * Prepares an object, which can be changed in place, as the mirror would store it; undefined if it cannot be stored.
   */
  readonly prepare: Prepare<T>;
  /** Returns the number of mirrored objects. */
  readonly size: () => number;
  /** Scopes that are listed and watched separately: namespaces, or all of them. */
  readonly scopes: readonly (string | undefined)[];
  /** Resolves when a scope was listed by a list that is requested after this call. */
  readonly relist: (scope: string | undefined) => Promise<void>;
  readonly live: () => LiveReader<T>;
  /** Notifies handlers of a change that the stream does not show. */
  readonly tell: (event: CacheEvent<T>) => void;
}
