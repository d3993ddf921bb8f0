import { randomInt, randomUUID } from 'node:crypto';
import { microTime } from '../api/micro-time.js';
import { defined } from '../json/defined.js';
import type { ObjectReference } from '../k8s/core/v1.js';
import type { Event } from '../k8s/events/v1.js';
import type { EventDetails, EventSubject } from './event-recorder.js';

/** Reporter of events: the name of the controller, and the name of this process. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** Event with all fields that the API server requires. */
export type NewEvent = Event & {
  metadata: { name: string; namespace: string };
  regarding: ObjectReference;
};

// Limits of the API server in bytes: https://pkg.go.dev/k8s.io/api/events/v1#Event
const longestWord = 128;
const longestNote = 1024;
// Object names that the API server accepts.
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const longestName = 253;

/**
 * Returns the event to write.
 * @throws TypeError if the API server would reject it; names what is missing
 */
export function makeEvent(regarding: EventSubject, details: EventDetails, by: Reporter, now: Date): NewEvent {
  const { type, reason, action, note, related } = details;
  if (!reason || !action) throw new TypeError('an event requires a reason and an action');
  const reference = referenceTo(regarding);
  return {
    // As everywhere in Kubernetes, events of cluster-scoped objects are in this namespace.
    metadata: { name: nameFor(reference.name ?? '', now), namespace: reference.namespace ?? 'default' },
    eventTime: microTime(now),
    type,
    reason: cut(reason, longestWord),
    action: cut(action, longestWord),
    note: cut(note, longestNote),
    reportingController: by.controller,
    reportingInstance: cut(by.instance, longestWord),
    regarding: reference,
    ...defined({ related: related && referenceTo(related) }),
  };
}

function referenceTo({ apiVersion, kind, metadata: { name, namespace, uid, resourceVersion } = {} }: EventSubject) {
  if (!apiVersion || !kind || !name) {
    throw new TypeError(
      'the object of an event requires apiVersion, kind and metadata.name: use an object that was read',
    );
  }
  const rest = Object.entries({ namespace, uid, resourceVersion }).filter(([, value]) => value);
  return { apiVersion, kind, name, ...Object.fromEntries(rest) } as ObjectReference;
}

/**
 * Returns a name as in client-go: `<object>.<time in hexadecimal nanoseconds>`; digits beyond milliseconds are random.
 */
function nameFor(object: string, now: Date): string {
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n + BigInt(randomInt(1_000_000));
  const name = `${object}.${nanoseconds.toString(16)}`;
  // A role can be called `system:node`, but an event cannot.
  return name.length <= longestName && subdomain.test(name) ? name : randomUUID();
}

/** Cuts the text to the maximum number of UTF-8 bytes, with an ellipsis, and without splitting a character. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes - 3) break;
    kept += character;
  }
  return `${kept}...`;
}
