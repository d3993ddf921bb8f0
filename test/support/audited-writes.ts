import { readFile } from 'node:fs/promises';
import type { AuditEvent } from '../../runtime/src/testing/environment/audit.js';
import type { Json } from '../../runtime/src/plan/planned-object.js';
import { plannedWrite, type PlannedVerb, type PlannedWrite } from '../../runtime/src/plan/planned-write.js';

/** Audit policy that records the bodies of writes; see `auditPolicy` for what else is recorded. */
export const policyWithBodies = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  omitManagedFields: true,
  rules: [
    { level: 'Metadata', resources: [{ group: 'coordination.k8s.io' }] },
    { level: 'RequestResponse', verbs: ['create', 'update', 'patch', 'delete'] },
    { level: 'Metadata' },
  ],
};

interface AuditedWrite extends AuditEvent {
  readonly auditID: string;
  readonly requestObject?: { readonly dryRun?: readonly string[] };
  readonly responseObject?: Json;
}

/** A write in an audit log, in the form of a plan; without a patch, it changed nothing. */
export interface RealWrite {
  readonly user: string;
  readonly isDryRun: boolean;
  /** The resource, such as `events`. */
  readonly resource: string;
  readonly write: PlannedWrite | undefined;
}

/**
 * Reads the successful writes of an audit log with bodies. What each has changed follows from the answers before, so the
 * log must be complete.
 */
export async function auditedWrites(path: string): Promise<readonly RealWrite[]> {
  const text = await readFile(path, 'utf8');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  const objects = new Map<string, Json>();
  return lines.flatMap((line) => {
    if (line === '') return [];
    const event = JSON.parse(line) as AuditedWrite;
    const isWrite = ['create', 'update', 'patch', 'delete'].includes(event.verb);
    const { code = 0 } = event.responseStatus ?? {};
    return isWrite && event.responseObject !== undefined && code < 300 ? [realWrite(event, objects)] : [];
  });
}

/** @param objects states of all objects, which are updated */
function realWrite(event: AuditedWrite, objects: Map<string, Json>): RealWrite {
  const { user, verb, requestURI, requestObject, responseObject } = event;
  const { resource = '', apiGroup = '', apiVersion = '', namespace, subresource } = event.objectRef ?? {};
  const name = event.objectRef?.name ?? responseObject!.metadata?.name ?? '';
  const isDryRun = requestURI.includes('dryRun=All') || requestObject?.dryRun?.[0] === 'All';
  const known = { user: user.username, isDryRun, resource };
  const key = `${apiGroup}/${resource}/${namespace ?? ''}/${name}`;
  const before = objects.get(key) ?? null;
  const isDeletion = verb === 'delete';
  if (isDryRun) return { ...known, write: undefined };
  if (isDeletion) objects.delete(key);
  else objects.set(key, responseObject!);
  const target = { group: apiGroup, version: apiVersion, plural: resource, namespace, name, subresource };
  const after = isDeletion ? before : responseObject!;
  return {
    ...known,
    write: plannedWrite({ verb: verb as PlannedVerb, target, before, after, current: after, isDeletion }),
  };
}

/** Returns a write in a form that is the same in a plan and in a run: without times, uids, addresses of Services, and the form of a patch. */
export function comparable(write: PlannedWrite): unknown {
  const { old: _, apiVersion: __, ...rest } = write;
  const verb = write.verb === 'apply' ? 'patch' : write.verb;
  const text = JSON.stringify({ ...rest, verb })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replaceAll(/"10\.0\.0\.\d+"/g, '"<address>"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<uid>');
  return JSON.parse(text) as unknown;
}
