import { mergePatch } from '../client/merge-patch.js';
import type { TransportRequest } from '../transport/transport.js';
import { mergeInto } from './apply-patch.js';
import { formOf, sendable, withStatus } from './combine.js';
import { parseBody } from './dry-run-requests.js';
import type { DeletionOptions } from './new-object.js';
import type { PlanWriter } from './plan-writer.js';
import type { Json, PlannedObject } from './planned-object.js';
import type { Change, PlannedVerb } from './planned-write.js';
import type { ObjectTarget } from './target.js';

/** Answers a write to a subresource of an object. */
export async function writeSubresource(
  writer: PlanWriter,
  request: TransportRequest,
  target: ObjectTarget,
  changed: (change: Change) => void,
): Promise<Json> {
  const { subresource } = target;
  if (subresource === 'status')
    return request.method === 'PUT' ? updateStatus(writer, request, target) : writer.patch(request, target);
  if (subresource === 'scale') return writeScale(writer, request, target);
  if (subresource === 'eviction') return evict(writer, request, target);
  return writeOther(writer, request, target, changed);
}

async function updateStatus(writer: PlanWriter, request: TransportRequest, target: ObjectTarget): Promise<Json> {
  const found = await writer.find(request, target);
  const { stored, current, isPlanned } = found;
  const body = parseBody<Json>(request);
  if (current === null) return writer.ask(request);
  writer.requireVersion(request, found, body);
  if (stored === null) return writer.commit('update', found, withStatus(current, body['status']));
  const answer = await writer.ask(request, isPlanned ? sendable(body, stored) : undefined);
  return writer.commit('update', found, isPlanned ? withStatus(current, answer['status']) : answer);
}

type Scale = Json & { readonly spec?: { readonly replicas?: number } };

/** Answers a write of the number of replicas, which is in the field of the built-in kinds: `spec.replicas`. */
async function writeScale(writer: PlanWriter, request: TransportRequest, target: ObjectTarget): Promise<Json> {
  const found = await writer.find(request, target);
  const { stored, current } = found;
  if (current === null) return writer.ask(request);
  const body = parseBody<Scale>(request);
  writer.requireVersion(request, found, body);
  const sent = stored !== null && !Array.isArray(body) ? sendable(body, stored) : body;
  const scale = stored === null ? body : ((await writer.ask(request, sent)) as Scale);
  const replicas = scale.spec?.replicas;
  const after = mergeInto(current, { spec: { replicas } });
  const { metadata } = writer.commit(verbOf(request), found, after);
  const { name, namespace, uid, resourceVersion } = metadata;
  return { ...scale, metadata: { ...scale.metadata, name, ...(namespace && { namespace }), uid, resourceVersion } };
}

async function evict(writer: PlanWriter, request: TransportRequest, target: ObjectTarget): Promise<Json> {
  const found = await writer.find(request, target);
  const { deleteOptions = {} } = parseBody<{ readonly deleteOptions?: DeletionOptions }>(request);
  const answer = found.isPlanned && found.stored === null ? undefined : await writer.ask(request);
  if (found.current === null) return answer!;
  const status = writer.commitDeletion('create', found, deleteOptions);
  return answer ?? status;
}

/** Answers a write whose effect only the server knows. */
async function writeOther(
  writer: PlanWriter,
  request: TransportRequest,
  target: ObjectTarget,
  changed: (change: Change) => void,
): Promise<Json> {
  const found = await writer.find(request, target);
  const answer = await writer.ask(request);
  const { stored, current } = found;
  const isObject = stored !== null && current !== null && answer.kind === stored.kind;
  if (isObject) return writer.commit(verbOf(request), found, mergeInto(current, changesOf(found, answer)));
  const body = parseBody<Json>(request);
  changed({ verb: verbOf(request), target, before: null, after: { ...answer, ...body }, current, isPart: true });
  return answer;
}

function changesOf({ stored }: PlannedObject, answer: Json): object {
  return mergePatch(stored!, answer);
}

function verbOf(request: TransportRequest): PlannedVerb {
  if (request.method === 'POST') return 'create';
  if (request.method === 'PUT') return 'update';
  return formOf(request) === 'apply' ? 'apply' : 'patch';
}
