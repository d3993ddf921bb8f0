import { isNotFound } from '../client/error-reasons.js';
import { mergePatch } from '../client/merge-patch.js';
import { deepEqual } from '../json/deep-equal.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { combined, formOf, patched, sendable, withIdentity, withPlannedStatus, withStatus } from './combine.js';
import { askServer, notFound, parseBody, readStored, refused } from './dry-run-requests.js';
import { afterDeletion, asBody, asCreated, isGone, type DeletionOptions } from './new-object.js';
import { withVersion, type Json, type Overlay, type PlannedObject } from './planned-object.js';
import { withoutNoise, type Change, type PlannedVerb } from './planned-write.js';
import { labelOf, pathOf, type ObjectTarget, type Target } from './target.js';

export interface PlanWriterParts {
  readonly server: Transport;
  readonly overlay: Overlay;
  /** Called for every write that changes something. */
  readonly changed: (change: Change) => void;
}

/** Planned object that a request is about, and whether the plan has changed it before. */
interface Found extends PlannedObject {
  readonly isPlanned: boolean;
}

/**
 * Answers the writes of a plan: the server gets each as a dry run, and what it would have stored is remembered. Objects
 * that exist only in the plan are sent as a new object after each change, because the server does not know them.
 */
export class PlanWriter {
  readonly #parts: PlanWriterParts;

  constructor(parts: PlanWriterParts) {
    this.#parts = parts;
  }

  async create(request: TransportRequest, target: Target): Promise<Json> {
    const { overlay } = this.#parts;
    const body = parseBody<Json>(request);
    const name: string | undefined = body.metadata?.name;
    const planned = name === undefined ? undefined : overlay.get({ ...target, name });
    if (planned !== undefined && planned.current !== null) throw refused(request, 'AlreadyExists', { ...target, name });
    // The server still has an object that would be deleted.
    const isHidden = planned !== undefined && planned.stored !== null;
    const after = isHidden ? asCreated(body) : await this.#askCreate(request, target, body);
    const found = { target: { ...target, name: after.metadata.name }, stored: planned?.stored ?? null, current: null };
    return this.commit('create', found, after);
  }

  async update(request: TransportRequest, target: ObjectTarget): Promise<Json> {
    const found = await this.find(request, target);
    const body = parseBody<Json>(request);
    const { stored, current } = found;
    if (current === null) return this.commit('update', found, await this.ask(request));
    this.requireVersion(request, found, body);
    if (stored === null)
      return this.commit('update', found, await this.#renew(found, withStatus(body, current['status'])));
    const answer = await this.ask(request, sendable(body, stored));
    return this.commit('update', found, withPlannedStatus(found, answer, answer));
  }

  async patch(request: TransportRequest, target: ObjectTarget): Promise<Json> {
    const found = await this.find(request, target, formOf(request) === 'apply');
    const { stored, current } = found;
    if (current !== null) return this.#patchExisting(request, found);
    const body = parseBody<Json>(request);
    const after = stored === null ? await this.#askCreate(request, target, body) : asCreated(body);
    return this.#commitPatch(request, found, after);
  }

  async delete(request: TransportRequest, target: ObjectTarget): Promise<Json> {
    const found = await this.find(request, target);
    const { stored, current } = found;
    if (current === null) return this.ask(request);
    const options = parseBody<DeletionOptions>(request);
    const { uid, resourceVersion } = options.preconditions ?? {};
    this.requireVersion(request, found, { metadata: { uid, resourceVersion } });
    if (stored !== null) await this.ask(request, sendableOptions(options, stored));
    return this.commitDeletion('delete', found, options);
  }

  /** Returns the planned state of an object, or else what the server stores. */
  async find(request: TransportRequest, target: ObjectTarget, mayBeGone = false): Promise<Found> {
    const { overlay, server } = this.#parts;
    const { subresource: _, ...object } = target;
    const planned = overlay.get(object);
    if (planned !== undefined) {
      if (planned.current === null && !mayBeGone) throw notFound(request, target);
      return { ...planned, target, isPlanned: true };
    }
    const stored = await readStored(server, object, request.signal);
    return { target, stored, current: stored, isPlanned: false };
  }

  /** Sends a request as a dry run. */
  ask(request: TransportRequest, body?: unknown): Promise<Json> {
    return askServer(this.#parts.server, request, body);
  }

  /** @throws ApiError `isConflict` if a planned object has another version or uid than the request requires */
  requireVersion(
    request: TransportRequest,
    { isPlanned, current, target }: Found,
    body: { readonly metadata?: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } },
  ): void {
    // The server itself knows about objects that the plan has not changed.
    if (!isPlanned || current === null) return;
    for (const field of ['resourceVersion', 'uid'] as const) {
      const required = body.metadata?.[field];
      if (required && required !== current.metadata[field]) throw refused(request, 'Conflict', target);
    }
  }

  /** Remembers an object after a write, and returns it with its new version; unchanged if the write changes nothing. */
  commit(verb: PlannedVerb, found: PlannedObject, after: Json, applier?: string): Json {
    const { target, stored, current: before } = found;
    const { subresource: _, ...object } = target;
    if (before !== null && deepEqual(withoutNoise(before), withoutNoise(after)))
      return withVersion(after, before.metadata.resourceVersion);
    const { overlay, changed } = this.#parts;
    const kept = overlay.set({ target: object, stored, current: isGone(after) ? null : after, applier });
    changed({ verb, target, before, after, current: kept.current });
    return kept.current ?? withVersion(after, overlay.nextVersion());
  }

  /** Remembers that the deletion of an object was requested, and returns the answer to the request. */
  commitDeletion(verb: PlannedVerb, { target, stored, current }: PlannedObject, options: DeletionOptions): Json {
    const { overlay, changed } = this.#parts;
    const { subresource: _, ...object } = target;
    const before = current!;
    const isAgain = 'deletionTimestamp' in before.metadata;
    const after = isAgain ? before : afterDeletion(before, options);
    if (!isAgain) {
      const kept = overlay.set({ target: object, stored, current: after });
      changed({ verb, target, before, after, current: kept.current, isDeletion: true });
    }
    const { name, uid } = before.metadata;
    const status = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Success', details: { name, uid } };
    return after ?? (status as unknown as Json);
  }

  async #patchExisting(request: TransportRequest, found: Found): Promise<Json> {
    const { target, stored, current, isPlanned } = found;
    const [form, body] = [formOf(request), parseBody<Json>(request)];
    const isStatus = target.subresource === 'status';
    if (form !== 'json') this.requireVersion(request, found, body);
    const isSame = form === 'apply' && found.applier === applierOf(request, target);
    if (stored === null) return this.#commitPatch(request, found, await this.#patchNew(request, found, isSame));
    if (!isPlanned) return this.#commitPatch(request, found, await this.ask(request));
    const answer =
      form === 'json'
        ? await this.#askMerge(request, stored, patched(current!, form, body))
        : await this.ask(request, form === 'merge' ? sendable(body, stored) : body);
    const whole = isSame ? answer : combined(found, answer, form, body);
    const after = isStatus ? withStatus(current!, whole['status']) : withPlannedStatus(found, answer, whole);
    return this.#commitPatch(request, found, after);
  }

  /** Returns an object that exists only in the plan, after a patch. */
  async #patchNew(request: TransportRequest, found: Found, isSameApply: boolean): Promise<Json> {
    const current = found.current!;
    const [form, body] = [formOf(request), parseBody<Json>(request)];
    const changed = patched(current, form, body);
    if (found.target.subresource === 'status') return withStatus(current, changed['status']);
    if (!isSameApply) return this.#renew(found, changed);
    const answer = await this.#askCreate(request, found.target, body);
    return withStatus(withIdentity(current, answer), current['status']);
  }

  #commitPatch(request: TransportRequest, found: Found, after: Json): Json {
    const isApply = formOf(request) === 'apply';
    const applier = applierOf(request, found.target);
    const isSole = isApply && (!found.isPlanned || found.applier === applier);
    return this.commit(isApply ? 'apply' : 'patch', found, after, isSole ? applier : undefined);
  }

  /** Asks the server to change a stored object to the given one. */
  #askMerge(request: TransportRequest, stored: Json, changed: Json): Promise<Json> {
    const body = mergePatch(stored, withVersion(changed, stored.metadata.resourceVersion));
    return this.ask({ ...request, contentType: 'application/merge-patch+json' }, body);
  }

  /** Returns an object that exists only in the plan as the server would create it now. */
  async #renew(found: Found, changed: Json): Promise<Json> {
    const { target } = found;
    const path = pathOf({ ...target, name: undefined, subresource: undefined });
    const request = { method: 'POST', path, label: `create ${labelOf(target)}` } as const;
    const answer = await this.#askCreate(request, target, asBody(changed) as Json);
    return withStatus(withIdentity(found.current!, answer), changed['status']);
  }

  /** Asks the server for a new object; in a namespace that exists only in the plan, it cannot be asked. */
  async #askCreate(request: TransportRequest, { namespace }: Target, body: Json): Promise<Json> {
    try {
      return await this.ask(request, body);
    } catch (error) {
      const place = { group: '', version: 'v1', plural: 'namespaces', name: namespace };
      const isPlannedPlace = namespace !== undefined && this.#parts.overlay.get(place)?.stored === null;
      if (isNotFound(error) && isPlannedPlace) return asCreated(body);
      throw error;
    }
  }
}

function applierOf({ query = {} }: TransportRequest, { subresource = '' }: Target): string {
  return `${String(query['fieldManager'])}/${subresource}`;
}

/** Returns the options of a deletion for the server, which knows nothing of planned versions. */
function sendableOptions(options: DeletionOptions, { metadata: { resourceVersion } }: Json): object {
  const { preconditions } = options;
  if (preconditions?.resourceVersion === undefined) return options;
  return { ...options, preconditions: { ...preconditions, resourceVersion } };
}
