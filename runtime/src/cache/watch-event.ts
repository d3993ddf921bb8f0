import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { isObject, isText, requireKind, requireObject } from '../client/expect-answer.js';
import type { Stored } from '../client/stored.js';
import { readStatus } from '../transport/read-status.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { parseJson } from '../json/parse-json.js';

/** Line of a watch. */
export interface WatchEvent<T extends KubernetesObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Stored<T>;
}

/** Error that a watch sends instead of continuing. */
export class ErrorEvent extends ApiError {
  /** @param said object of the event */
  constructor(said: object, request: string) {
    super(readStatus(said), request);
  }
}

/** Error for a watch that shows an older state again, so that the events in between cannot be trusted. */
export class WentBackError extends Error {
  override readonly name = 'WentBackError';
}

const types: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);

export interface WatchedResource {
  readonly info: ResourceInfo;
  readonly namespace?: string | undefined;
  /** Name of the request in error messages. */
  readonly label: string;
}

/**
 * Parses a line of a watch.
 * @throws UnexpectedAnswerError if it is not an event of the resource
 */
export function readEvent<T extends KubernetesObject>(
  line: string,
  { info, namespace, label }: WatchedResource,
): WatchEvent<T> {
  const event = parseJson<unknown>(line, label);
  if (!isObject(event) || !types.has(event['type']) || !isObject(event['object']))
    throw new UnexpectedAnswerError(`${label}: the server sent a line that is not a watch event`);
  const { type, object } = event as unknown as WatchEvent<T>;
  if (type === 'ERROR') return { type, object };
  const expected = { info, label, key: { namespace } };
  const { uid, resourceVersion } = (object.metadata ?? {}) as {
    readonly uid?: unknown;
    readonly resourceVersion?: unknown;
  };
  // A bookmark means that everything was reported, and a deletion that an object is gone; no other answer may pass for
  // one.
  if (type === 'BOOKMARK' || (type === 'DELETED' && !isText(uid))) requireKind(object, expected);
  if (type !== 'BOOKMARK') requireObject(object, expected);
  else if (!isText(resourceVersion)) throw new UnexpectedAnswerError(`${label}: a bookmark has no version`);
  return { type, object };
}
