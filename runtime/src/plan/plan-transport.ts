import { parseJson } from '../json/parse-json.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { asDryRun, parseBody, typedItem, type ObjectList } from './dry-run-requests.js';
import type { DeletionOptions } from './new-object.js';
import { readList, readObject } from './plan-reads.js';
import { PlanWriter } from './plan-writer.js';
import { withVersion, type Json, type Overlay } from './planned-object.js';
import type { Change } from './planned-write.js';
import { scopes } from './scope.js';
import { writeSubresource } from './subresource-writes.js';
import { targetOf, type ObjectTarget, type Target } from './target.js';

export interface PlanTransportOptions {
  readonly overlay: Overlay;
  /** Called for every write that changes something. */
  readonly changed: (change: Change) => void;
}

/**
 * Wraps a transport for a plan: every write is sent as a dry run, and reads show the objects as they are planned.
 * Requests that store nothing, such as a review of permissions, and events pass without being planned.
 */
export function planTransport(server: Transport, { overlay, changed }: PlanTransportOptions): Transport {
  const writer = new PlanWriter({ server, overlay, changed });
  // One write at a time, because each depends on the objects that the ones before have planned.
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(write: () => Promise<T>): Promise<T> => {
    const result = last.then(write);
    last = result.catch(() => undefined);
    return result;
  };

  const write = async (request: TransportRequest, target: Target): Promise<Json> => {
    requireOpen(request);
    if (!hasName(target))
      return request.method === 'DELETE' ? deleteAll(request, target) : writer.create(request, target);
    if (target.subresource !== undefined) return writeSubresource(writer, request, target, changed);
    if (request.method === 'PUT') return writer.update(request, target);
    return request.method === 'PATCH' ? writer.patch(request, target) : writer.delete(request, target);
  };
  const deleteAll = async (request: TransportRequest, target: Target): Promise<Json> => {
    const { path, query, label, signal } = request;
    const text = await readList(server, overlay, { method: 'GET', path, query: query ?? {}, label, signal }, target);
    const list = parseJson<ObjectList>(text, label);
    await writer.ask(request);
    const options = parseBody<DeletionOptions>(request);
    for (const item of list.items) {
      const { name, namespace } = item.metadata;
      const object = { ...target, name, namespace };
      const current = typedItem(list, item);
      const stored = overlay.get(object)?.stored;
      writer.commitDeletion(
        'delete',
        { target: object, stored: stored === undefined ? current : stored, current },
        options,
      );
    }
    return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Success' } as unknown as Json;
  };

  return {
    ...server,
    send: async (request) => {
      const target = targetOf(request.path);
      if (request.method === 'GET') {
        if (target === undefined) return server.send(request);
        return hasName(target)
          ? readObject(server, overlay, request, target)
          : readList(server, overlay, request, target);
      }
      if (target === undefined || isUnplanned(target)) return stateless(server, request, overlay);
      return JSON.stringify(await inOrder(() => write(request, target)));
    },
  };
}

function hasName(target: Target): target is ObjectTarget {
  return target.name !== undefined;
}

/** Reports whether writes of a target are not part of a plan. */
function isUnplanned({ group, plural, subresource }: Target): boolean {
  const isEvent = plural === 'events' && (group === '' || group === 'events.k8s.io');
  const isReview = group === 'authorization.k8s.io' || group === 'authentication.k8s.io';
  return isEvent || isReview || subresource === 'token';
}

/** Sends a request that is not planned; its answer gets the version that clients require. */
async function stateless(server: Transport, request: TransportRequest, overlay: Overlay): Promise<string> {
  const answer = parseJson<Json>(await server.send(asDryRun(request)), request.label);
  const hasVersion = answer.metadata?.resourceVersion !== undefined || answer.metadata?.name === undefined;
  return JSON.stringify(hasVersion ? answer : withVersion(answer, overlay.nextVersion()));
}

/** @throws Error if the request is from a reconcile that has taken too long */
function requireOpen({ label }: TransportRequest): void {
  if (scopes.getStore()?.isOver) throw new Error(`${label}: the plan no longer waits for this reconcile`);
}
