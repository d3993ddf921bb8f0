import { expect } from 'vitest';
import type { JsonValue } from '../../src/base/model/schema.js';
import type { RunningHelper } from '../../src/base/helper/helper-process.js';
import { isRecord, mutateTree } from '../fuzz/mutations.js';
import { randomOf } from '../fuzz/random.js';
import type { BuiltInObject } from './built-in-objects.js';
import { verdictOfAnswer, withoutAllocated, type Server, type Verdict } from './server-verdict.js';

/** Rejects what kubectl rejects by default. */
export const strictly = 'fieldValidation=Strict';
export const dryRun = `${strictly}&dryRun=All`;

/** Plurals that differ from the kind in lower case with an `s`. */
const plurals: Readonly<Record<string, string>> = {
  Ingress: 'ingresses',
  NetworkPolicy: 'networkpolicies',
  PriorityClass: 'priorityclasses',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
};

/** Returns the path of the collection that an object is in. */
export function collectionOf({ apiVersion, kind, metadata }: BuiltInObject): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
  return `${group}${scope}/${plurals[kind] ?? `${kind.toLowerCase()}s`}`;
}

/** Returns the path of an object. */
export function pathOf(object: BuiltInObject): string {
  return `${collectionOf(object)}/${object.metadata.name}`;
}

/** Asks the helper about creating an object or, if there is an old one, updating it. */
export async function helperVerdict(
  helper: RunningHelper,
  object: unknown,
  { old, crd }: { readonly old?: unknown; readonly crd?: unknown } = {},
): Promise<Verdict> {
  const answer = await helper.ask({
    operation: 'object',
    object: JSON.stringify(object),
    ...(old !== undefined && { old: JSON.stringify(old) }),
    ...(crd !== undefined && { crds: [JSON.stringify(crd)] }),
    stored: true,
  });
  expect(answer.problem).toBeUndefined();
  return verdictOfAnswer(answer);
}

/** Fields of the spec that admission plugins, controllers or allocators of a cluster set, by kind. */
const setByCluster: Readonly<Record<string, readonly string[]>> = {
  Job: ['selector', 'template'],
  Pod: ['tolerations', 'priority', 'preemptionPolicy', 'serviceAccount', 'serviceAccountName', 'volumes', 'nodeName'],
  Service: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort', 'ports'],
};

/** Parts of the metadata that admission plugins or strategies fill with random values, by kind. */
const metadataSetByCluster: Readonly<Record<string, string>> = { Job: 'labels', PersistentVolumeClaim: 'finalizers' };

interface Stored {
  readonly metadata: Record<string, unknown>;
  readonly spec?: Record<string, unknown>;
}

/** Removes from a verdict what only a cluster can know. */
export function comparable({ errors, warnings, object }: Verdict, kind: string): Verdict {
  const plain = withoutAllocated(object) as Stored | undefined;
  if (plain !== undefined) {
    for (const field of setByCluster[kind] ?? []) delete plain.spec?.[field];
    delete plain.metadata[metadataSetByCluster[kind] ?? ''];
    if (kind === 'Pod') removeTokens(plain);
  }
  return { errors, warnings, object: plain };
}

/** Removes the volumes with the token of the service account. */
function removeTokens({ spec = {} }: Stored): void {
  const containers = (spec['containers'] ?? []) as { volumeMounts?: readonly { readonly mountPath: string }[] }[];
  for (const each of containers) {
    const others = each.volumeMounts?.filter(({ mountPath }) => !mountPath.endsWith('/serviceaccount'));
    if (others?.length === 0) delete each.volumeMounts;
  }
}

/** Changes an object anywhere except in the fields that identify it; `seed` and `index` determine how. */
export function mutant(object: BuiltInObject, seed: number, index: number): BuiltInObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { name, namespace, resourceVersion, uid, managedFields: _, ...others } = metadata;
  const changed = mutateTree(randomOf(seed, index), { ...rest, others } as unknown as JsonValue);
  const { others: changedOthers, ...changedRest } = changed as Record<string, JsonValue>;
  // An admission plugin of the server adds the tolerations that it added before, wherever a change removes them.
  if (kind === 'Pod' && isRecord(changedRest['spec'])) Object.assign(changedRest['spec'], tolerationsOf(rest));
  const identity = {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(resourceVersion !== undefined && { resourceVersion, uid }),
  };
  return { ...changedRest, apiVersion, kind, metadata: { ...(isRecord(changedOthers) && changedOthers), ...identity } };
}

function tolerationsOf({ spec }: { readonly spec?: unknown }): object {
  return typeof spec === 'object' && spec !== null && 'tolerations' in spec ? { tolerations: spec.tolerations } : {};
}

/** Runs a function while an object exists on the server. */
export async function withStored(
  server: Server,
  object: BuiltInObject,
  run: (stored: BuiltInObject) => Promise<void>,
): Promise<void> {
  const { errors, object: stored } = await server.send('POST', `${collectionOf(object)}?${strictly}`, object);
  expect(errors).toEqual([]);
  try {
    await run(stored as BuiltInObject);
  } finally {
    await server.send('DELETE', `${pathOf(object)}?gracePeriodSeconds=0`);
  }
}

/**
 * Expects the same verdict on an update from the helper and from the server. The change is made to the object as it is
 * stored now, and repeated if a controller has changed the object in the meantime.
 */
export async function expectSameUpdate(
  { server, helper }: { readonly server: Server; readonly helper: RunningHelper },
  object: BuiltInObject,
  change: (stored: BuiltInObject) => BuiltInObject,
  crd?: unknown,
): Promise<Verdict> {
  for (;;) {
    const old = (await server.send('GET', pathOf(object))).object as BuiltInObject;
    const changed = change(structuredClone(old));
    const expected = await server.send('PUT', `${pathOf(object)}?${dryRun}`, changed);
    if (expected.errors.some((each) => each.includes('the object has been modified'))) continue;
    const found = await helperVerdict(helper, changed, { old, crd });
    expect(comparable(found, object.kind), JSON.stringify(changed)).toEqual(comparable(expected, object.kind));
    return found;
  }
}
