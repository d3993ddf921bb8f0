import { parseApiVersion } from '../../../api/names.js';
import type { KubernetesObject } from '../../../api/object.js';
import { defineResource, type KindHandle } from '../../../api/resource.js';
import type { Client } from '../../../client/client.js';
import { createClient } from '../../../client/create-client.js';
import { NoMatchError } from '../../../client/no-match-error.js';
import { isNotFound } from '../../../client/error-reasons.js';
import type { JsonObject } from '../../../json/json-object.js';
import type { ClusterConfig } from '../../../transport/cluster-config.js';
import { createTransport } from '../../../transport/create-transport.js';
import type { Transport } from '../../../transport/transport.js';

/** Effect of a deletion on the objects that the deleted one owns. */
export type Propagation = 'Orphan' | 'Background' | 'Foreground';

/** Kind of an object, by its names. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kind as the API server serves it. */
export interface ServedKind {
  readonly isNamespaced: boolean;
  readonly handle: KindHandle;
}

/** Name of an object, and its namespace if its kind has one. */
export interface ObjectName {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Writes of objects. */
export interface CaseWrites {
  /** Returns the object as it is stored. */
  readonly create: (kind: ServedKind, object: JsonObject) => Promise<KubernetesObject>;
  /** Replaces an object. */
  readonly update: (kind: ServedKind, object: JsonObject) => Promise<void>;
  readonly mergePatch: (kind: ServedKind, key: ObjectName, patch: JsonObject) => Promise<void>;
}

/**
 * Cluster in which test cases run. All methods throw ApiError if the API server rejects the request, and NoMatchError if
 * it does not serve the kind.
 */
export interface CaseCluster extends CaseWrites {
  /** Asks the API server again for a kind that it did not serve. */
  readonly kindOf: (name: KindName) => Promise<ServedKind>;
  /** Returns an object; undefined if it does not exist. */
  readonly get: (kind: ServedKind, key: ObjectName) => Promise<KubernetesObject | undefined>;
  readonly list: (
    kind: ServedKind,
    namespace: string | undefined,
    labels: Readonly<Record<string, string>>,
  ) => Promise<readonly KubernetesObject[]>;
  /** The same writes, but the API server rejects objects with unknown fields. */
  readonly strict: CaseWrites;
  /** Returns false if the object did not exist. */
  readonly delete: (kind: ServedKind, key: ObjectName, propagation?: Propagation) => Promise<boolean>;
  readonly close: () => void;
}

/** Requests at a time; each case has one at most, and the cases of a suite share the cluster. */
const parallelRequests = 16;

/** Connects to a cluster. */
export function connect(config: ClusterConfig): CaseCluster {
  const transport = createTransport(config, { parallelRequests });
  const client = createClient(transport);
  const known = new Map<string, ServedKind>();
  return {
    kindOf: async ({ apiVersion, kind }) => {
      const key = `${apiVersion} ${kind}`;
      const found = known.get(key) ?? (await discover(transport, apiVersion, kind));
      known.set(key, found);
      return found;
    },
    get: async ({ handle }, key) => (await client.getOrNull(handle, key)) ?? undefined,
    list: async ({ handle }, namespace, labels) => {
      const hasLabels = Object.keys(labels).length > 0;
      return (await client.list(handle, { namespace, ...(hasLabels && { labelSelector: labels }) })).items;
    },
    ...writesOf(client),
    strict: writesOf(createClient(transport, { fieldValidation: 'Strict' })),
    delete: async ({ handle }, key, propagationPolicy) => {
      try {
        await client.delete(handle, key, { propagationPolicy });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

function writesOf(client: Client): CaseWrites {
  return {
    create: ({ handle }, object) => client.create(handle, object as KubernetesObject),
    update: async ({ handle }, object) => void (await client.update(handle, object as KubernetesObject)),
    mergePatch: async ({ handle }, key, patch) => void (await client.patch(handle, key, patch)),
  };
}

/** The part of an APIResourceList that is read. */
interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
}

/**
 * Asks the API server for a kind. The mapper of a client does not ask twice in three seconds, but a step can use a kind
 * right after the step that has installed it.
 */
async function discover(transport: Transport, apiVersion: string, kind: string): Promise<ServedKind> {
  const { group, version } = parseApiVersion(apiVersion);
  const path =
    group === ''
      ? `/api/${encodeURIComponent(version)}`
      : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
  const missing = new NoMatchError(`kind "${kind}"`, `version "${apiVersion}"`);
  const text = await transport
    .send({ method: 'GET', path, label: `discover ${apiVersion}` })
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === 404 ? missing : error;
    });
  const { resources = [] } = JSON.parse(text) as ResourceList;
  // The mapper of client-go finds a kind in lower case too.
  const isMeant = (served: string): boolean => served === kind || served.toLowerCase() === kind;
  const found = resources.find((each) => isMeant(each.kind) && !each.name.includes('/'));
  if (found === undefined) throw missing;
  const scope = found.namespaced ? 'Namespaced' : 'Cluster';
  return {
    isNamespaced: found.namespaced,
    handle: defineResource({ group, version, kind: found.kind, plural: found.name, scope }),
  };
}
