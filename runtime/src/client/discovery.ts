import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { isNotFound } from './error-reasons.js';
import { parseAnswer } from './expect-answer.js';
import { isUnserved } from './explain-refusal.js';
import type { Transport } from '../transport/transport.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

/** Version of a group as the API server serves it. */
export interface ServedVersion {
  readonly group: string;
  /** Unset if the server names the group but none of its versions. */
  readonly version?: string;
  readonly resources: readonly ResourceInfo[];
  /** The reason why some or all of the resources are unknown, if the server does not list them. */
  readonly failure?: unknown;
}

/** Root of the discovery API; the core group has its own. */
export type DiscoveryRoot = '/api' | '/apis';

// https://kubernetes.io/docs/reference/using-api/api-concepts/#aggregated-discovery
interface Aggregated {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      /** `Stale` if the server of the group could not be read; the resources are then those known before, or missing. */
      readonly freshness?: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly scope: ResourceInfo['scope'];
        readonly responseKind?: { readonly kind: string };
      }[];
    }[];
  }[];
}

interface Unaggregated {
  /** Set for the core group. */
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

const aggregatedKind = 'APIGroupDiscoveryList';
const accept = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=${aggregatedKind}`)
  .concat('application/json')
  .join(',');

/**
 * Asks the API server what it serves, in one request; a server older than 1.26 is asked group by group.
 * See https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 * @returns the preferred version of each group before its other versions
 * @throws ApiError if the server rejects the request; UnexpectedAnswerError if the answer is not a discovery document
 */
export async function discover(
  transport: Pick<Transport, 'send'>,
  root: DiscoveryRoot,
): Promise<readonly ServedVersion[]> {
  const label = `discover ${root}`;
  const answer = parseAnswer(await transport.send({ method: 'GET', path: root, accept, label }), label);
  const { kind, items } = answer;
  const [wanted, list] = root === '/api' ? ['versions', 'APIVersions'] : ['groups', 'APIGroupList'];
  return readAnswer(label, () => {
    if (Array.isArray(items) && (kind ?? aggregatedKind) === aggregatedKind)
      return fromAggregated(answer as unknown as Aggregated);
    if (!Array.isArray(answer[wanted]) || (kind ?? list) !== list) return undefined;
    return Promise.all(groupVersions(answer as unknown as Unaggregated).map((each) => askFor(transport, each)));
  });
}

async function askFor(
  transport: Pick<Transport, 'send'>,
  { group, version }: Omit<ServedVersion, 'resources'>,
): Promise<ServedVersion> {
  if (version === undefined) return unreadable(group);
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const label = `discover ${path}`;
  try {
    const answer = parseAnswer(await transport.send({ method: 'GET', path, label }), label);
    const resources = readAnswer(label, () => resourcesOf(answer, group, version));
    return { group, version, resources };
  } catch (failure) {
    // An extension server that is down, or a group that was just removed, must not hide the others.
    const refusal = failure instanceof ApiError ? failure : undefined;
    if (isNotFound(failure) || (refusal && isUnserved(refusal))) return { group, version, resources: [] };
    const isOfAnother = refusal !== undefined && (refusal.code >= 500 || refusal.code === 404);
    if (failure instanceof UnexpectedAnswerError || isOfAnother) return { group, version, resources: [], failure };
    throw failure;
  }
}

function resourcesOf({ resources }: ResourceList, group: string, version: string): ResourceInfo[] | undefined {
  return resources
    ?.filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced }) => {
      return { group, version, kind, plural: name, scope: namespaced ? 'Namespaced' : 'Cluster' };
    });
}

/** @throws UnexpectedAnswerError if an answer cannot be read, or `read` returns undefined */
function readAnswer<T>(label: string, read: () => T | undefined): T {
  try {
    const found = read();
    if (found !== undefined) return found;
  } catch (cause) {
    throw new UnexpectedAnswerError(`${label}: the answer is not a discovery document`, { cause });
  }
  throw new UnexpectedAnswerError(`${label}: the answer is not a discovery document`);
}

function fromAggregated({ items }: Aggregated): ServedVersion[] {
  return items.flatMap(({ metadata, versions = [] }) => {
    // Only the core group has no name, and it is the only group in its list.
    if (metadata === undefined && items.length > 1) throw new TypeError('a group without a name');
    const group = metadata?.name ?? '';
    if (versions.length === 0) return [unreadable(group)];
    return versions.map(({ version, freshness, resources = [] }) => ({
      ...(freshness === 'Stale' ? unreadable(group, version) : { group, version }),
      resources: resources.flatMap(({ resource, scope, responseKind }): ResourceInfo[] =>
        // Only subresources are served here, such as those of a kind in another group.
        responseKind === undefined ? [] : [{ group, version, kind: responseKind.kind, plural: resource, scope }],
      ),
    }));
  });
}

/**
 * Returns a version of a group, or a whole group, about which the API server reports only that it exists, because its
 * extension server is down. The failure is the API server's answer to requests for it.
 */
function unreadable(group: string, version?: string): ServedVersion {
  const what = version === undefined ? `the group ${group}` : apiVersionOf({ group, version });
  const message = `the API server cannot reach the server of ${what}, so its resources are unknown`;
  const failure = new ApiError({ code: 503, reason: 'ServiceUnavailable', message });
  return { group, resources: [], failure, ...(version !== undefined && { version }) };
}

function groupVersions({ groups, versions = [] }: Unaggregated): Omit<ServedVersion, 'resources'>[] {
  if (groups === undefined) return versions.map((version) => ({ group: '', version }));
  return groups.flatMap(({ name, versions: served, preferredVersion }) => {
    if (served.length === 0) return [{ group: name }];
    const all = new Set(
      [...(preferredVersion === undefined ? [] : [preferredVersion]), ...served].map((each) => each.version),
    );
    return [...all].map((version) => ({ group: name, version }));
  });
}
