import type { ResourceInfo } from '../api/resource.js';
import { parseJson } from '../json/parse-json.js';
import { ApiError, isNotFound } from './api-error.js';
import type { Transport } from './transport.js';

/** A version of a group as the API server serves it. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceInfo[];
}

/** The core group has a root of its own. */
export type DiscoveryRoot = '/api' | '/apis';

// https://kubernetes.io/docs/reference/using-api/api-concepts/#aggregated-discovery
interface Aggregated {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly scope: ResourceInfo['scope'];
        readonly responseKind?: { readonly kind: string };
      }[];
    }[];
  }[];
}

interface Unaggregated {
  /** Of the core group. */
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
}

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
}

const accept = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

/**
 * Asks the API server what it serves, in one request; a server that is older than 1.26 is asked group by group.
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 * @returns the preferred version of each group before its others
 * @throws ApiError
 */
export async function discover(transport: Transport, root: DiscoveryRoot): Promise<readonly ServedVersion[]> {
  const label = `discover ${root}`;
  const text = await transport.send({ method: 'GET', path: root, accept, label });
  const answer = parseJson<Aggregated | Unaggregated>(text, label);
  return 'items' in answer ? fromAggregated(answer) : Promise.all(groupVersions(answer).map(askFor));

  async function askFor({ group, version }: Omit<ServedVersion, 'resources'>): Promise<ServedVersion> {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const list = await transport
      .send({ method: 'GET', path, label: `discover ${path}` })
      .then((each) => parseJson<ResourceList>(each, path))
      // An extension server that is down, or a group that has just been removed, does not hide the others.
      .catch((error: unknown): ResourceList => {
        if (isNotFound(error) || (error instanceof ApiError && error.code >= 500)) return {};
        throw error;
      });
    const resources = (list.resources ?? [])
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }): ResourceInfo => {
        return { group, version, kind, plural: name, scope: namespaced ? 'Namespaced' : 'Cluster' };
      });
    return { group, version, resources };
  }
}

function fromAggregated({ items }: Aggregated): ServedVersion[] {
  return items.flatMap(({ metadata, versions = [] }) => {
    const group = metadata?.name ?? '';
    return versions.map(({ version, resources = [] }) => ({
      group,
      version,
      resources: resources.flatMap(({ resource, scope, responseKind }): ResourceInfo[] =>
        // Only its parts are served, such as those of a kind that another group has.
        responseKind === undefined ? [] : [{ group, version, kind: responseKind.kind, plural: resource, scope }],
      ),
    }));
  });
}

function groupVersions({ groups, versions = [] }: Unaggregated): Omit<ServedVersion, 'resources'>[] {
  if (groups === undefined) return versions.map((version) => ({ group: '', version }));
  return groups.flatMap(({ name, versions: served, preferredVersion }) => {
    const all = new Set(
      [...(preferredVersion === undefined ? [] : [preferredVersion]), ...served].map((each) => each.version),
    );
    return [...all].map((version) => ({ group: name, version }));
  });
}
