import type { ObjectReference } from '../k8s/core/v1.js';
import type { NewEvent } from './make-event.js';

/** An event and how often it happened. */
export interface Series {
  readonly key: string;
  event: NewEvent;
  count: number;
  lastObserved: Date;
  /** How often, as far as the server knows; 0 before the event is stored. */
  written: number;
  /** Monotonic milliseconds: when it happened last, and when it was written last. */
  seenAt: number;
  writtenAt: number;
}

/** Milliseconds after which a series that goes on is written again: before the server forgets it, after an hour. */
const heartbeat = 30 * 60_000;
/** Milliseconds without the event after which its series is over; the next one begins anew. */
const finish = 6 * 60_000;

/** What two events have in common that are the same. The version of an object is not a part of it. */
export function seriesKey({ type, reason, action, note, reportingController, regarding, related }: NewEvent): string {
  return JSON.stringify([type, reason, action, note, reportingController, objectKey(regarding), objectKey(related)]);
}

/** Which object a reference means. */
export function objectKey({ apiVersion, kind, namespace, name, uid }: ObjectReference = {}): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid]);
}

/**
 * Whether the server is to be told now: of a new event at once, of one that repeats whenever its count has doubled, so that
 * what is shown is never off by more than that and a thousand repeats cost ten writes.
 */
export function isDue({ count, written, writtenAt }: Series, now: number): boolean {
  return count >= 2 * written || (count > written && now - writtenAt >= heartbeat);
}

export function isOver({ seenAt }: Series, now: number): boolean {
  return now - seenAt >= finish;
}
