import { discover } from '../../client/discovery.js';
import { sendThrough, type Ask } from './http.js';
import { waitFor } from './wait.js';

/** Versions in which the API server has to list the kind of a definition; none once the definition is gone. */
export interface ListedKind {
  /** Name of the definition: the plural of the kind, and its group. */
  readonly name: string;
  /** Each version and the kind in it, such as `v1 Crate`. */
  readonly versions: readonly string[];
}

/**
 * Waits until the discovery document lists kinds in exactly these versions. The API server changes the document after it
 * has begun or ceased to serve a kind, and clients that know a kind by its name look it up there.
 * See https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 *
 * @throws Error as `waitFor`, or with the API server's message if it rejects the request for the document
 */
export async function waitUntilListed(ask: Ask, kinds: readonly ListedKind[], timeoutMs: number): Promise<void> {
  if (kinds.length === 0) return;
  const what = `the discovery document of the API server lists ${kinds.map(describe).join(', ')}`;
  await waitFor(what, timeoutMs, async () => {
    const resources = (await discover(sendThrough(ask), '/apis')).flatMap((served) => served.resources);
    const isListed = ({ name, versions }: ListedKind): boolean => {
      const listed = resources.filter(({ plural, group }) => `${plural}.${group}` === name);
      return textOf(listed.map(({ version, kind }) => `${version} ${kind}`)) === textOf(versions);
    };
    return kinds.every(isListed) ? true : undefined;
  });
}

function textOf(versions: readonly string[]): string {
  return versions.toSorted().join();
}

function describe({ name, versions }: ListedKind): string {
  return versions.length === 0 ? `no ${name}` : `${name} as ${versions.join(' and ')}`;
}
