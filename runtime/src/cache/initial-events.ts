import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';
import type { Shared } from './cache-event.js';
import { keyText } from './object-key.js';
import { NoInitialEventsError } from './list-mode.js';
import type { ReflectorSink } from './reflector-sink.js';
import { compareVersions } from './versions.js';
import { ErrorEvent, type WatchEvent } from './watch-event.js';

/** Collects what a watch shows first, when it was asked for everything that there is. */
export interface InitialEvents<T extends KubernetesObject> {
  /** Answers whether that was all: then the sink has it. */
  take(event: WatchEvent<T>): boolean;
}

/**
 * The list at the beginning of a watch: one object at a time, instead of pages of which each is there as a whole.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists
 * @param label what errors call the request
 */
export function collectInitialEvents<T extends KubernetesObject>(
  sink: ReflectorSink<T>,
  label: string,
): InitialEvents<T> {
  const listing = sink.listing();
  // By key: what changes while it is shown is shown again.
  const items = new Map<string, Shared<T>>();
  return {
    take: ({ type, object }) => {
      switch (type) {
        case 'ADDED':
        case 'MODIFIED': {
          const kept = isOld(items.get(keyText(object.metadata)), object) ? undefined : sink.prepare(object);
          if (kept !== undefined) items.set(keyText(kept.metadata), kept);
          return false;
        }
        case 'DELETED':
          items.delete(keyText(object.metadata));
          return false;
        case 'BOOKMARK':
          if (!isEnd(object)) throw new NoInitialEventsError(`${label}: the server does not say where the list ends`);
          sink.replace([...items.values()], listing);
          return true;
        case 'ERROR':
          throw new ErrorEvent(object, label);
      }
    },
  };
}

/** Whether an object is shown again as it was before. */
function isOld(known: Shared<KubernetesObject> | undefined, { metadata }: Stored<KubernetesObject>): boolean {
  const { uid, resourceVersion = '' } = known?.metadata ?? {};
  return uid === metadata.uid && (compareVersions(metadata.resourceVersion, resourceVersion) ?? 0) < 0;
}

function isEnd({ metadata }: KubernetesObject): boolean {
  return metadata?.annotations?.['k8s.io/initial-events-end'] === 'true';
}
