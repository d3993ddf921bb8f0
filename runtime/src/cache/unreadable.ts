import type { KubernetesObject } from '../api/object.js';
import { isTooLarge } from '../client/too-large-error.js';
import { parseJson } from '../json/parse-json.js';
import type { WatchEvent } from './watch-event.js';

/** Thrown where a line of a watch is not an event. */
class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
}

/**
 * The event in a line of a watch.
 * @param label what errors call the request
 * @throws UnreadableEventError
 */
export function readEvent<T extends KubernetesObject>(line: string, label: string): WatchEvent<T> {
  const event = parsed<T>(line, label);
  // A Status, which is the object of an error, may have no metadata.
  const isEvent = typeof event?.object === 'object' && event.object !== null && typeof event.type === 'string';
  if (isEvent && (event.type === 'ERROR' || typeof event.object.metadata === 'object')) return event;
  throw new UnreadableEventError(`${label}: the server sent a line that is not an event`);
}

function parsed<T extends KubernetesObject>(line: string, label: string): WatchEvent<T> | null {
  try {
    return parseJson<WatchEvent<T> | null>(line, label);
  } catch (cause) {
    throw new UnreadableEventError((cause as Error).message, { cause });
  }
}

/**
 * Notices an event that can never be read. The first time, the connection may have broken off in the middle of it; at the
 * second time at one place, only a list leads past it.
 */
export class UnreadableEvents {
  #last: string | undefined;

  /** A watch from a version failed. Answers whether that event was in the way before. */
  isAgain(error: unknown, version: string | undefined): boolean {
    if (!(error instanceof UnreadableEventError) && !isTooLarge(error)) return false;
    const again = version !== undefined && version === this.#last;
    this.#last = version;
    return again;
  }
}
