import type { KubernetesObject } from '../api/object.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { CacheEvent, Shared } from './cache-event.js';
import type { LiveReader } from './live-reader.js';
import type { Prepare } from './prepare.js';

/** What reads that know of our own writes are made of. */
export interface ReadYourWritesParts<T extends KubernetesObject> {
  /** What errors call the resource. */
  readonly label: string;
  /** What the stream has shown last. */
  readonly mirrored: (key: ObjectKey) => Shared<T> | undefined;
  readonly list: (namespace: string | undefined) => Iterable<Shared<T>>;
  /** Whether an object is mirrored; undefined where only the server can tell. */
  readonly selects: (object: KubernetesObject) => boolean | undefined;
  /** Whether there is anything that is not mirrored. */
  readonly selective: boolean;
  /** Makes of an object, which may be changed, what the mirror would keep of it; undefined where it cannot be kept. */
  readonly prepare: Prepare<T>;
  /** How many objects are mirrored. */
  readonly size: () => number;
  /** What is listed and watched apart: namespaces, or all of them. */
  readonly scopes: readonly (string | undefined)[];
  /** Resolves when everything of a scope was listed, by a list that is asked for from now on. */
  readonly relist: (scope: string | undefined) => Promise<void>;
  readonly live: () => LiveReader<T>;
  /** Tells handlers of a change that the stream does not show. */
  readonly tell: (event: CacheEvent<T>) => void;
}
