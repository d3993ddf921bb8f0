import type { ObjectReference } from '../k8s/core/v1.js';
import type { NewEvent } from './make-event.js';

/** Event and its number of occurrences. */
export interface Series {
  readonly key: string;
  event: NewEvent;
  count: number;
  lastObserved: Date;
  /** Number of occurrences that the server knows; 0 before the event is stored. */
  written: number;
  /** Monotonic milliseconds: last occurrence, and last write. */
  seenAt: number;
  writtenAt: number;
}

/** Milliseconds after which a continuing series is written again, before the server deletes it after an hour. */
const heartbeat = 30 * 60_000;
/** Milliseconds without an occurrence after which a series is over; the next occurrence starts a new one. */
const finish = 6 * 60_000;

/** Returns a key that is equal for equal events. The version of an object is not part of it. */
export function seriesKey({ type, reason, action, note, reportingController, regarding, related }: NewEvent): string {
  return JSON.stringify([type, reason, action, note, reportingController, objectKey(regarding), objectKey(related)]);
}

/** Returns a key for the object of a reference. */
export function objectKey({ apiVersion, kind, namespace, name, uid }: ObjectReference = {}): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid]);
}

/**
 * Reports whether to write the series now: a new event at once, a repeated one whenever its count has doubled, so that
 * the shown count is never off by more than a factor of two, and a thousand repeats cost ten writes.
 */
export function isDue({ count, written, writtenAt }: Series, now: number): boolean {
  return count >= 2 * written || (count > written && now - writtenAt >= heartbeat);
}

export function isOver({ seenAt }: Series, now: number): boolean {
  return now - seenAt >= finish;
}
