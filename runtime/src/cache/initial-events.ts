import type { KubernetesObject } from '../api/object.js';
import type { Shared } from './cache-event.js';
import { keyText } from './object-key.js';
import { NoInitialEventsError } from './list-mode.js';
import type { ReflectorSink } from './reflector-sink.js';
import { isEarlier } from './versions.js';
import { ErrorEvent, type WatchEvent } from './watch-event.js';

/** Collects the initial events of a watch that was opened with all existing objects. */
export interface InitialEvents<T extends KubernetesObject> {
  /**
   * Adds an event; returns true when the list is complete and has been passed to the sink.
   * @throws Error if the list does not end
   */
  take(event: WatchEvent<T>): boolean;
}

/**
 * Collects the initial list of a watch, which arrives object by object instead of in complete pages.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists
 * @param label name of the request in error messages
 * @param stall milliseconds without a further object after which events no longer count as the list
 */
export function collectInitialEvents<T extends KubernetesObject>(
  sink: ReflectorSink<T>,
  label: string,
  stall: number,
): InitialEvents<T> {
  const listing = sink.listing();
  let grownAt = performance.now();
  const requireGrowth = (): void => {
    if (performance.now() - grownAt < stall) return;
    throw new Error(`${label}: changes arrive, but the list has no end: does a proxy hold back its last bookmark?`);
  };
  // By key, because an object that changes during the list is shown again.
  const items = new Map<string, Shared<T>>();
  return {
    take: ({ type, object }) => {
      const known = type === 'ERROR' ? undefined : items.get(keyText(object.metadata));
      if (type === 'ADDED' && known === undefined) grownAt = performance.now();
      else if (type !== 'ERROR' && type !== 'BOOKMARK') requireGrowth();
      switch (type) {
        case 'ADDED':
        case 'MODIFIED': {
          const kept = isEarlier(known?.metadata, object.metadata) ? undefined : sink.prepare(object);
          if (kept !== undefined) items.set(keyText(kept.metadata), kept);
          return false;
        }
        case 'DELETED':
          if (known?.metadata.uid === object.metadata.uid) items.delete(keyText(object.metadata));
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

function isEnd({ metadata }: KubernetesObject): boolean {
  return metadata?.annotations?.['k8s.io/initial-events-end'] === 'true';
}
