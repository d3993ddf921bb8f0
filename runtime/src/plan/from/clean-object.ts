import { isJsonObject } from '../../json/json-object.js';
import type { OwnerReference } from '../../k8s/meta/v1.js';
import type { Json } from '../planned-object.js';

/** Metadata that another server has set. */
const setByServer = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'ownerReferences',
  'selfLink',
]);

/** Fields of built-in kinds that another server has set, and that this one would reject. */
const assigned: Readonly<Record<string, readonly string[]>> = {
  'v1 Service': ['spec.clusterIP', 'spec.clusterIPs', 'spec.healthCheckNodePort'],
  'batch/v1 Job': ['spec.selector', 'spec.template.metadata.labels'],
};

/** Returns an object of another server in a form that can be created; owner references are added when the owners exist. */
export function cleanObject(object: Json): Json {
  const metadata = Object.entries(object.metadata).filter(([key]) => !setByServer.has(key));
  const isHeadless = (object['spec'] as { readonly clusterIP?: string } | undefined)?.clusterIP === 'None';
  const fields = isHeadless ? [] : (assigned[`${object.apiVersion} ${object.kind}`] ?? []);
  const cleaned = { ...object, metadata: Object.fromEntries(metadata) as Json['metadata'] };
  return fields.reduce<Json>((each, field) => without(each, field.split('.')), cleaned);
}

function without<T>(value: T, [first = '', ...rest]: readonly string[]): T {
  if (!isJsonObject(value) || !Object.hasOwn(value, first)) return value;
  const { [first]: field, ...others } = value;
  return (rest.length === 0 ? others : { ...others, [first]: without(field, rest) }) as T;
}

/** Returns the owner references of an object of another server whose owners were created, with their new uids. */
export function newOwners(object: Json, uids: ReadonlyMap<string, string>): readonly OwnerReference[] {
  const { ownerReferences = [] } = object.metadata as { readonly ownerReferences?: readonly OwnerReference[] };
  return ownerReferences.flatMap((owner) => {
    const uid = uids.get(owner.uid);
    return uid === undefined ? [] : [{ ...owner, uid }];
  });
}

/**
 * Returns the status of an object of another server for the created one, whose generation is another: what was observed of
 * the current generation remains so.
 */
export function statusFor(object: Json, generation: number | undefined): unknown {
  const source: unknown = (object.metadata as { readonly generation?: number }).generation;
  if (generation === undefined || source === undefined) return object['status'];
  return withGeneration(object['status'], source, generation);
}

function withGeneration(value: unknown, source: unknown, generation: number): unknown {
  if (Array.isArray(value)) return value.map((each) => withGeneration(each, source, generation));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([key, each]) => {
    if (key !== 'observedGeneration') return [key, withGeneration(each, source, generation)];
    // An older generation is one that the new object does not have.
    return [key, each === source ? generation : 0];
  });
  return Object.fromEntries(fields) as unknown;
}
