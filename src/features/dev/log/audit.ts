import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isObject } from '../../../base/model/schema.js';
import { numberAt, objectAt, textAt } from '../../../base/model/json-at.js';
import type { Forbidden } from '../show/message.js';
import { lineReader } from '../../../base/io/line-reader.js';

/** A request of the operator. */
export type Request =
  | { readonly type: 'write'; readonly verb: string; readonly at: number; readonly target: WriteTarget }
  | { readonly type: 'forbidden'; readonly permission: Forbidden };

/** The object of a write. */
export interface WriteTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Writes that are not about the work of an operator. */
const beside = new Set(['leases', 'events', 'tokenreviews', 'subjectaccessreviews', 'selfsubjectaccessreviews']);

/** Returns the request of an event of the audit log, if a user made it that wrote something, or was not allowed to. */
export function requestOf(line: string, user: string): Request | undefined {
  // Most lines are those of other users, and need not be parsed.
  if (!line.includes(user)) return undefined;
  const event = parsed(line);
  if (textAt(event, 'user', 'username') !== user || textAt(event, 'stage') !== 'ResponseComplete') return undefined;
  const verb = textAt(event, 'verb');
  const ref = objectAt(event, 'objectRef');
  const [resource, subresource] = [textAt(ref, 'resource'), textAt(ref, 'subresource')];
  const [group, namespace] = [textAt(ref, 'apiGroup'), textAt(ref, 'namespace')];
  const code = numberAt(event, 'responseStatus', 'code') ?? 0;
  if (resource === '') return undefined;
  if (code === 403) {
    // A webhook, a quota or a policy can also forbid a request; then a role has allowed it.
    if (textAt(event, 'annotations', 'authorization.k8s.io/decision') === 'allow') return undefined;
    const whole = subresource === '' ? resource : `${resource}/${subresource}`;
    return { type: 'forbidden', permission: { verb, group, resource: whole, ...(namespace !== '' && { namespace }) } };
  }
  if (code >= 300 || !writes.has(verb) || beside.has(resource)) return undefined;
  // The end of a request can be logged after its client has gone on with another one.
  const at = Date.parse(textAt(event, 'requestReceivedTimestamp'));
  const target = {
    group,
    version: textAt(ref, 'apiVersion'),
    resource,
    subresource,
    namespace,
    name: textAt(ref, 'name'),
  };
  return { type: 'write', verb, at, target };
}

/** Returns the object of a write as messages have it: `deployments default/web`. */
export function targetText({ resource, subresource, namespace, name }: WriteTarget): string {
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  return `${what} ${namespace === '' ? '' : `${namespace}/`}${name}`.trimEnd();
}

function parsed(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Most bytes that are read at once. */
const chunkSize = 1024 * 1024;

/** Follows a log from its present end. */
export class FollowedLog {
  readonly #path: string;
  readonly #lines: ReturnType<typeof lineReader>;
  #file: number | undefined;
  #offset = 0;

  constructor(path: string, onLine: (line: string) => void) {
    this.#path = path;
    this.#lines = lineReader(onLine);
    this.#open();
    if (this.#file !== undefined) this.#offset = fstatSync(this.#file).size;
  }

  /** Reads what was written since the last time. */
  read(): void {
    if (this.#file === undefined) this.#open();
    if (this.#file === undefined) return;
    this.#rest(this.#file);
    if (!this.#isReplaced()) return;
    // The API server has begun another file. Until now, it can have written to the one before.
    this.#rest(this.#file);
    this.close();
    this.#offset = 0;
    this.#open();
    if (this.#file !== undefined) this.#rest(this.#file);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): void {
    try {
      this.#file = openSync(this.#path, 'r');
    } catch {
      // It is created with the first request.
    }
  }

  #rest(file: number): void {
    const chunk = Buffer.alloc(chunkSize);
    for (;;) {
      const length = readSync(file, chunk, 0, chunkSize, this.#offset);
      if (length === 0) return;
      this.#offset += length;
      this.#lines.take(chunk.subarray(0, length));
    }
  }

  #isReplaced(): boolean {
    let other: number | undefined;
    try {
      other = openSync(this.#path, 'r');
      return fstatSync(other).ino !== fstatSync(this.#file!).ino;
    } catch {
      return false;
    } finally {
      if (other !== undefined) closeSync(other);
    }
  }
}
