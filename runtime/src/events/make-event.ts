import { randomInt, randomUUID } from 'node:crypto';
import { microTime } from '../api/micro-time.js';
import { defined } from '../json/defined.js';
import type { ObjectReference } from '../k8s/core/v1.js';
import type { Event } from '../k8s/events/v1.js';
import type { EventDetails, EventSubject } from './event-recorder.js';

/** Who reports: the name of the controller, and the name of this process. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** An event with all that the API server asks for. */
export type NewEvent = Event & {
  metadata: { name: string; namespace: string };
  regarding: ObjectReference;
};

// What the API server allows, in bytes: https://pkg.go.dev/k8s.io/api/events/v1#Event
const longestWord = 128;
const longestNote = 1024;
// What it takes as the name of an object.
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const longestName = 253;

/**
 * The event as it is written.
 * @throws TypeError when the API server would not take it, with what is missing
 */
export function makeEvent(regarding: EventSubject, details: EventDetails, by: Reporter, now: Date): NewEvent {
  const { type, reason, action, note, related } = details;
  if (!reason || !action) throw new TypeError('an event needs a reason and an action');
  const reference = referenceTo(regarding);
  return {
    // Events on objects without a namespace are in this one, as everywhere in Kubernetes.
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
    throw new TypeError('the object of an event needs apiVersion, kind and metadata.name: take one that was read');
  }
  const rest = Object.entries({ namespace, uid, resourceVersion }).filter(([, value]) => value);
  return { apiVersion, kind, name, ...Object.fromEntries(rest) } as ObjectReference;
}

/** `<object>.<time in hexadecimal nanoseconds>`, as client-go names them; the digits that we do not know are random. */
function nameFor(object: string, now: Date): string {
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n + BigInt(randomInt(1_000_000));
  const name = `${object}.${nanoseconds.toString(16)}`;
  // A role may be called `system:node`, an event may not.
  return name.length <= longestName && subdomain.test(name) ? name : randomUUID();
}

/** The text in at most so many bytes of UTF-8, with dots where something was cut, and no half characters. */
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
