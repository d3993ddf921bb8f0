import { existsSync } from 'node:fs';
import type { Client } from '@operator-gen/runtime';
import { FollowedLog } from '../../../base/io/followed-log.js';
import { textAt } from '../../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import { requestOf, targetText, type WriteTarget } from '../log/audit.js';
import { forbiddenIn, markerFor, permissionKey } from '../log/forbidden.js';
import { attribute, type TimedWrite } from '../log/attribution.js';
import { inProcess, Reconciles, type Reconciled } from '../log/reconciles.js';
import { changedFields, WriteLoops, type WriteLoop } from '../log/write-loops.js';
import type { Forbidden, Tell } from '../show/message.js';

/** The sources of an observation, and its listener. */
export interface Observation {
  readonly client: Client;
  readonly tell: Tell;
  /** The audit log of a cluster on this machine. */
  readonly auditLog: string | undefined;
  /** The name of the operator's user. */
  readonly user: string;
  readonly watcher?: Watcher | undefined;
}

/** Takes what the operator does as it is read, before it is told. */
export interface Watcher {
  /** @param state as the operator serves it at `/debug/controllers` */
  readonly state: (state: JsonObject) => void;
  readonly reconciled: (reconcile: Reconciled, wrote: readonly string[] | undefined) => void;
  readonly wrote: (write: { readonly verb: string; readonly at: number; readonly target: WriteTarget }) => void;
}

/** Milliseconds between two looks. */
const pause = 200;
/** Milliseconds by which the times of states overlap: they are computed from two clocks. */
const overlap = 100;
/** Milliseconds after which a write belongs to no reconcile. */
const patience = 1_500;
/** Milliseconds after which the user is told that a reconcile has not returned, and then again each time it has doubled. */
const long = 10_000;

/** Tells what the operator does: its reconciles, its writes, and what it is not allowed to do. */
export class Observer {
  readonly #observation: Observation;
  readonly #audit: FollowedLog | undefined;
  readonly #loops = new WriteLoops();
  readonly #slow = new Map<string, number>();
  #reconciles = new Reconciles();
  /** The reconciles that have ended, and are not told yet. */
  #ended: readonly Reconciled[] = [];
  #told = new Set<string>();
  #writes: TimedWrite[] = [];
  #port: number | undefined;
  /** The time of the last state: the next one has the objects that were reconciled since. */
  #seen = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isLogGone = false;

  constructor(observation: Observation) {
    this.#observation = observation;
    const { auditLog } = observation;
    this.#audit = auditLog === undefined ? undefined : new FollowedLog(auditLog, (line) => this.#request(line));
    this.#timer = setInterval(() => void this.look(), pause);
  }

  /** Begins again, for an operator that has just started. */
  restart(): void {
    [this.#port, this.#seen] = [undefined, 0];
    this.#reconciles = new Reconciles();
    this.#told = new Set();
    this.#slow.clear();
  }

  /** Notes where the operator serves the state of its controllers. */
  serves(port: number): void {
    this.#port = port;
  }

  /** Reads a line of the operator's log for permissions that it lacks. */
  line(line: string): void {
    const permission = line.includes(' cannot ') ? forbiddenIn(line.replaceAll('\\"', '"')) : undefined;
    if (permission !== undefined) this.#forbidden(permission);
  }

  /** Tells what has happened since the last time. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.#audit?.read();
      this.#tellMissingLog();
      const state = await this.#state();
      if (state !== undefined) this.#observation.watcher?.state(state);
      this.#tellReconciles(state ?? {});
      this.#tellWrites();
    } finally {
      this.#isLooking = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#audit?.close();
  }

  async #state(): Promise<JsonObject | undefined> {
    if (this.#port === undefined) return undefined;
    try {
      const since = new Date(Math.max(0, this.#seen - overlap)).toISOString();
      const url = `http://127.0.0.1:${this.#port}/debug/controllers?since=${since}`;
      const answer: unknown = await (await fetch(url, { signal: AbortSignal.timeout(1_000) })).json();
      if (!isObject(answer)) return undefined;
      this.#seen = Date.parse(textAt(answer, 'time')) || 0;
      return answer;
    } catch {
      // It is busy, or about to end.
      return undefined;
    }
  }

  /** The API server does not create it again. */
  #tellMissingLog(): void {
    const { auditLog, tell } = this.#observation;
    if (this.#isLogGone || this.#reconciles.isEmpty || auditLog === undefined || existsSync(auditLog)) return;
    this.#isLogGone = true;
    const text = `${auditLog} is gone: writes and missing permissions are not shown until the cluster is started again`;
    tell({ event: 'problem', text });
  }

  #tellReconciles(state: JsonObject): void {
    // One look later: their last requests are in the audit log by then.
    const ended = this.#ended;
    this.#ended = this.#reconciles.ended(state);
    const running = inProcess(state);
    const now = Date.parse(textAt(state, 'time')) || Date.now();
    const others = [
      ...this.#ended.map(({ object, milliseconds, endedAt }) => ({ object, begunAt: endedAt - milliseconds, endedAt })),
      ...running.map(({ object, milliseconds }) => ({ object, begunAt: now - milliseconds, endedAt: Infinity })),
    ];
    const { wrote, rest } = attribute(this.#writes, ended, others, (object) => this.#reconciles.has(object));
    this.#writes = [...rest];
    for (const each of ended) {
      this.#slow.delete(`${each.controller} ${each.object}`);
      const writes = this.#audit === undefined || this.#isLogGone ? undefined : wrote.get(each);
      this.#observation.watcher?.reconciled(each, writes);
      // The log has those that failed.
      if (each.result === 'error') continue;
      const { endedAt: _, ...message } = each;
      this.#observation.tell({ event: 'reconciled', ...message, ...(writes !== undefined && { wrote: writes }) });
    }
    for (const { milliseconds, ...subject } of running) {
      const key = `${subject.controller} ${subject.object}`;
      const limit = this.#slow.get(key) ?? long;
      if (milliseconds < limit) continue;
      this.#slow.set(key, 2 * milliseconds);
      this.#observation.tell({ event: 'slow', ...subject, milliseconds });
    }
  }

  #tellWrites(): void {
    const old = this.#writes.filter(({ at }) => Date.now() - at > patience);
    if (old.length === 0) return;
    this.#writes = this.#writes.filter((each) => !old.includes(each));
    this.#observation.tell({ event: 'wrote', wrote: old.map(({ text }) => text) });
  }

  #request(line: string): void {
    const request = requestOf(line, this.#observation.user);
    if (request?.type === 'forbidden') this.#forbidden(request.permission);
    if (request?.type !== 'write') return;
    this.#observation.watcher?.wrote(request);
    const object = targetText(request.target);
    const { namespace, name } = request.target;
    const write = {
      at: request.at,
      text: `${request.verb} ${object}`,
      object: namespace === '' ? name : `${namespace}/${name}`,
    };
    this.#writes.push(write);
    const loop = this.#loops.add(object, request.at);
    if (loop !== undefined) void this.#tellLoop(loop, request.target);
  }

  #forbidden(permission: Forbidden): void {
    const key = permissionKey(permission);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#observation.tell({ event: 'forbidden', ...permission, marker: markerFor(permission) });
  }

  async #tellLoop(loop: WriteLoop, target: WriteTarget): Promise<void> {
    const fields = await this.#changing(target).catch(() => []);
    // A write that changes nothing makes no other one.
    if (fields.length > 0) this.#observation.tell({ event: 'loop', ...loop, fields });
  }

  /** Returns the fields of an object that its writes change. */
  async #changing({ group, version, resource, namespace, name }: WriteTarget): Promise<readonly string[]> {
    const { client } = this.#observation;
    const states: JsonValue[] = [];
    for (let attempt = 0; attempt < 10 && states.length < 2; attempt += 1) {
      const object = await readObject(client, { group, version, resource }, { namespace, name });
      if (JSON.stringify(object) !== JSON.stringify(states[0])) states.push(object);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return states.length < 2 ? [] : changedFields(states[0], states[1]);
  }
}

/** Returns an object as the API server has it. */
export async function readObject(
  client: Client,
  { group, version, resource }: Pick<WriteTarget, 'group' | 'version' | 'resource'>,
  { namespace, name }: Pick<WriteTarget, 'namespace' | 'name'>,
): Promise<JsonValue> {
  const kind = await client.restMapper.kindFor({ group, version, resource });
  const handle = await client.kindOf({ apiVersion: group === '' ? version : `${group}/${version}`, kind: kind.kind });
  const key = namespace === '' ? { name } : { namespace, name };
  return (await client.get(handle, key)) as unknown as JsonValue;
}
