import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';

/** A line of a watch. */
export interface WatchEvent<T extends KubernetesObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Stored<T>;
}
