import type { Client } from '@operator-gen/runtime';
import { listAt, stableText, textAt } from '../../../base/model/json-at.js';
import { isCrd, nameOf as nameIn } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { applyAll, inNamespace, nameOf, type Manifest } from '../../cluster/install.js';
import { refuse } from '../reporting.js';

/** A change in the cluster. */
export interface Applied {
  /** The names of the objects that were applied. */
  readonly applied: readonly string[];
  /** The names of the objects that the project no longer has, and that were deleted. */
  readonly deleted: readonly string[];
}

/** Keeps the objects of a project in the cluster as the project has them. */
export interface Applier {
  /** Applies what has changed since the last time. @throws DiagnosticsError if the API server rejects an object */
  apply(objects: readonly JsonObject[]): Promise<Applied>;
  /** Has all objects applied again the next time. */
  forget(): void;
  /** Deletes objects, whether or not they exist, which are applied again the next time. Returns the names of those that existed. */
  remove(objects: readonly JsonObject[]): Promise<readonly string[]>;
}

const rejected = (object: string, reason: string): never => refuse('object-rejected', { object, reason });

/** Objects that are not deleted with their manifest, because the data of the user is lost with them. */
const kept = new Set(['Namespace', 'CustomResourceDefinition']);

export function applierOf(client: Client): Applier {
  const known = new Map<string, { text: string; readonly manifest: Manifest }>();
  const remove = async (manifests: readonly Manifest[]): Promise<readonly string[]> => {
    const deleted: string[] = [];
    for (const each of manifests) {
      known.delete(identityOf(each));
      if (await deleteOne(client, each)) deleted.push(nameOf(each));
    }
    return deleted;
  };
  return {
    apply: async (objects) => {
      const wanted = new Map(objects.map((each) => [identityOf(asManifest(each)), each]));
      const changed = [...wanted].filter(([identity, each]) => known.get(identity)?.text !== stableText(each));
      const gone = [...known].filter(([identity, { manifest }]) => !wanted.has(identity) && !kept.has(manifest.kind));
      for (const [identity, each] of inOrder(changed)) {
        await applyAll(client, [asManifest(each)], rejected, objects.map(asManifest));
        known.set(identity, { text: stableText(each), manifest: asManifest(each) });
      }
      await untilAllServed(client, changed.map(([, each]) => each).filter(isCrd));
      await remove(gone.map(([, { manifest }]) => manifest));
      return {
        applied: changed.map(([, each]) => nameOf(asManifest(each))),
        deleted: gone.map(([, { manifest }]) => nameOf(manifest)),
      };
    },
    forget: () => {
      for (const each of known.values()) each.text = '';
    },
    remove: (objects) => remove(objects.map(asManifest)),
  };
}

/** Definitions come before the objects of their kinds, and namespaces before all that is in them. */
function inOrder<T>(entries: readonly (readonly [T, JsonObject])[]): readonly (readonly [T, JsonObject])[] {
  const rank = (object: JsonObject): number => (kept.has(asManifest(object).kind) ? 0 : 1);
  return entries.toSorted(([, one], [, other]) => rank(one) - rank(other));
}

/** Milliseconds until a definition is served. */
const limit = 15_000;
const pause = 20;

/** Waits until kinds are served: the operator then starts at once, without waiting for them. */
async function untilAllServed(client: Client, definitions: readonly JsonObject[]): Promise<void> {
  if (definitions.length === 0) return;
  const kind = await client.kindOf({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' });
  for (const end = performance.now() + limit; performance.now() < end;) {
    const stored = await Promise.all(definitions.map((each) => client.get(kind, { name: nameIn(each) })));
    if ((stored as readonly unknown[] as readonly JsonObject[]).every(isEstablished)) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function isEstablished(definition: JsonObject): boolean {
  return listAt(definition, 'status', 'conditions').some(
    (each) => textAt(each, 'type') === 'Established' && textAt(each, 'status') === 'True',
  );
}

/** Deletes an object. Reports whether it existed. */
async function deleteOne(client: Client, manifest: Manifest): Promise<boolean> {
  try {
    const { apiVersion, kind, metadata } = await inNamespace(client, manifest);
    await client.delete({ apiVersion, kind, metadata: { ...metadata, name: metadata.name ?? '' } });
    return true;
  } catch (error) {
    const { isNoMatchError, isNotFound } = await import('@operator-gen/runtime');
    if (!isNoMatchError(error) && !isNotFound(error)) throw error;
    return false;
  }
}

/** Returns an object as the API server has it; undefined if it does not exist. */
export async function readManifest(client: Client, object: JsonObject): Promise<JsonObject | undefined> {
  const manifest = asManifest(object);
  const { isNoMatchError } = await import('@operator-gen/runtime');
  try {
    const { metadata } = await inNamespace(client, manifest);
    const key = { name: metadata.name ?? '', namespace: metadata.namespace };
    const stored = await client.getOrNull(await client.kindOf(manifest), key);
    return stored === null ? undefined : (stored as unknown as JsonObject);
  } catch (error) {
    if (isNoMatchError(error)) return undefined;
    throw error;
  }
}

function asManifest(object: JsonObject): Manifest {
  return object as unknown as Manifest;
}

/** Returns a text that is the same for the same object in the cluster. */
export function identityOf(manifest: Manifest): string {
  return `${manifest.apiVersion} ${nameOf(manifest)}`;
}
