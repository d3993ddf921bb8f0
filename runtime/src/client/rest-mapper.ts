import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { discover, type DiscoveryRoot, type ServedVersion } from './discovery.js';
import { NoMatchError } from './no-match-error.js';
import type { Transport } from '../transport/transport.js';

/** Group, empty or unset for the core group, and version; the server's preferred version if unset. */
export interface GroupAndVersion {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * Maps kinds to resources and back. It asks the API server once, and again if it is asked for something unknown.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#RESTMapper
 */
export interface RestMapper {
  /**
   * Returns the resource of a kind.
   * @throws NoMatchError if the server does not serve the kind
   * @throws ApiError if that is unknown, such as `isServiceUnavailable` while the extension server of the group is down
   */
  resourceFor(wanted: GroupAndVersion & { readonly kind: string }): Promise<ResourceInfo>;
  /**
   * Returns the kind of a resource, by its plural.
   * @throws NoMatchError if the server does not serve the resource
   * @throws ApiError if that is unknown, such as `isServiceUnavailable` while the extension server of the group is down
   */
  kindFor(wanted: GroupAndVersion & { readonly resource: string }): Promise<ResourceInfo>;
}

/** Milliseconds before the server is asked again for something that it did not serve. */
const patience = 3000;

export function createRestMapper(transport: Transport): RestMapper {
  const roots = { '/api': createRoot(transport, '/api'), '/apis': createRoot(transport, '/apis') };

  const find = async (
    { group = '', version }: GroupAndVersion,
    name: string,
    isMeant: (info: ResourceInfo) => boolean,
  ): Promise<ResourceInfo> => {
    const root = group === '' ? roots['/api'] : roots['/apis'];
    const matches = (served: readonly ServedVersion[]): ResourceInfo[] =>
      served.filter((each) => each.group === group).flatMap(({ resources }) => resources.filter(isMeant));
    const inVersion = (infos: readonly ResourceInfo[]) =>
      infos.find((each) => version === undefined || each.version === version);
    const known = inVersion(matches(root.known()));
    if (known !== undefined) return known;
    const served = await root.refreshed(`${group}/${version ?? ''} ${name}`);
    const others = matches(served);
    const found = inVersion(others);
    const isUnknown = (each: ServedVersion): boolean =>
      each.failure !== undefined && each.group === group && (version ?? each.version) === (each.version ?? version);
    const unknown = served.find(isUnknown);
    if (found === undefined && unknown !== undefined) throw unknown.failure;
    if (found === undefined)
      throw new NoMatchError(name, placeOf(group, version), { others: others.map(apiVersionOf) });
    return found;
  };

  return {
    resourceFor: ({ kind, ...wanted }) => find(wanted, `kind "${kind}"`, (info) => info.kind === kind),
    kindFor: ({ resource, ...wanted }) => find(wanted, `resource "${resource}"`, (info) => info.plural === resource),
  };
}

/** Versions served under a discovery root, as far as known. */
interface Root {
  known(): readonly ServedVersion[];
  /** Asks the server, unless it was just asked for the same thing. */
  refreshed(missing: string): Promise<readonly ServedVersion[]>;
}

function createRoot(transport: Transport, path: DiscoveryRoot): Root {
  /** Time of the last request for each missing kind or resource. */
  const asked = new Map<string, number>();
  let known: readonly ServedVersion[] = [];
  let asking: Promise<readonly ServedVersion[]> | undefined;
  return {
    known: () => known,
    refreshed: async (missing) => {
      const now = performance.now();
      for (const [key, time] of asked) if (now - time >= patience) asked.delete(key);
      if (asked.has(missing)) return known;
      asking ??= discover(transport, path).finally(() => {
        asking = undefined;
      });
      known = await asking;
      asked.set(missing, now);
      return known;
    },
  };
}

function placeOf(group: string, version: string | undefined): string {
  if (version !== undefined) return `version "${apiVersionOf({ group, version })}"`;
  return group === '' ? 'the core group' : `group "${group}"`;
}
