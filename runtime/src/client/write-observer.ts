import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import type { Stored } from './stored.js';
import type { ObjectKey } from './resource-path.js';

/** Outcome of a write, as far as the client can know it. */
export type WriteOutcome =
  /**
   * The object as it is stored now. The caller shares this object and can change it; `copy` creates a fresh copy at any
   * time.
   */
  | {
      readonly type: 'stored';
      readonly object: Stored<KubernetesObject>;
      readonly copy: () => Stored<KubernetesObject>;
    }
  /** The object is gone. Without a uid: whichever object had the name. */
  | { readonly type: 'gone'; readonly uid: string | undefined }
  /** Something has changed, or may have: the answer was lost, or does not contain the object itself, as for a scale. */
  | { readonly type: 'unknown' }
  /** Nothing has changed: the server rejected the write, or it was a dry run. */
  | { readonly type: 'nothing' };

/** Target of a write: one object, or all objects of a kind in a namespace if there is no name. */
export interface WriteTarget {
  readonly info: ResourceInfo;
  /** Key of the object; without a name if the server generates it, or if several objects are deleted. */
  readonly key: Partial<ObjectKey>;
}

/**
 * Observes every write of a client: before it is sent, and its outcome. This lets a cache see the client's own writes
 * before their events arrive.
 */
export interface WriteObserver {
  /** Called before the request is sent. The returned function is called exactly once, with the outcome. */
  begin(target: WriteTarget): (outcome: WriteOutcome) => void;
}
