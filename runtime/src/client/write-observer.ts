import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import type { Stored } from './stored.js';
import type { ObjectKey } from './resource-path.js';

/** What a write came to, as far as the one who wrote can know. */
export type WriteOutcome =
  /** The object as it is stored now. The one who wrote has it too, and may change it: `copy` makes another one, at any time. */
  | {
      readonly type: 'stored';
      readonly object: Stored<KubernetesObject>;
      readonly copy: () => Stored<KubernetesObject>;
    }
  /** The object is gone. Without its uid: whichever it was. */
  | { readonly type: 'gone'; readonly uid: string | undefined }
  /** Something changed, or may have: the answer was lost, or says nothing of the object itself, as that of a scale. */
  | { readonly type: 'unknown' }
  /** Nothing changed: the server refused, or was only asked what it would do. */
  | { readonly type: 'nothing' };

/** What is written to: one object, or all of a kind in a namespace where there is no name. */
export interface WriteTarget {
  readonly info: ResourceInfo;
  /** Without a name: an object that the server names, or the deletion of many. */
  readonly key: Partial<ObjectKey>;
}

/** Told of every write of a client: before it leaves, and then what it came to. How a cache knows of our own writes first. */
export interface WriteObserver {
  /** Called before the request leaves; the answer is called exactly once, with what it came to. */
  begin(target: WriteTarget): (outcome: WriteOutcome) => void;
}
