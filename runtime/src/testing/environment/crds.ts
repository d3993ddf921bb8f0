import { messageOf } from '../../errors/causes.js';
import { apply, askForJson, remove, type Ask } from './http.js';
import { waitUntilListed, type ListedKind } from './listed-kinds.js';
import { collectManifests, type Manifest } from './manifests.js';
import { waitFor } from './wait.js';

const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

/** The fields of a CustomResourceDefinition that are read; all others are sent unchanged. */
export interface CustomResourceDefinition {
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
    readonly conversion?: { readonly strategy?: string; readonly webhook?: { readonly clientConfig?: object } };
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Address of a webhook for the API server: `url` and `caBundle`. */
export type ClientConfig = Readonly<Record<string, string>>;

/** File or directory with CustomResourceDefinitions, or a definition as an object. */
export type CRDSource = string | object;

/**
 * Applies all CustomResourceDefinitions in `given`, which contains YAML or JSON files, directories of them (not their
 * subdirectories) or objects, and waits until each is Established, all its served versions can be used, and clients find
 * its kind by its name.
 *
 * @param converter address of the conversion webhook, replacing the Service in the definitions
 * @returns the names of the definitions
 * @throws Error if a path contains none, or with the API server's message if it rejects a definition or its names
 */
export async function installCRDs(
  ask: Ask,
  given: readonly CRDSource[],
  converter: ClientConfig,
  timeoutMs: number,
): Promise<string[]> {
  const found = await readCRDs(given);
  await Promise.all(found.map((each) => installCRD(ask, each, converter, timeoutMs)));
  await waitUntilListed(ask, found.map(listedKind), timeoutMs);
  return found.map(({ object }) => object.metadata.name);
}

/** Returns how the API server lists the kind of an installed definition. */
export function listedKind({ object: { metadata, spec } }: Manifest<CustomResourceDefinition>): ListedKind {
  const served = spec.versions.filter((version) => version.served);
  return { name: metadata.name, versions: served.map(({ name }) => `${name} ${spec.names.kind}`) };
}

/** Installs one as `installCRDs` does, but does not wait until clients can find its kind. */
export async function installCRD(
  ask: Ask,
  { source, object }: Manifest<CustomResourceDefinition>,
  converter: ClientConfig,
  timeoutMs: number,
): Promise<void> {
  try {
    await install(ask, convertedBy(object, converter), timeoutMs);
  } catch (error) {
    throw new Error(`${source}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Deletes CustomResourceDefinitions, and every object of their kinds with them. Resolves when they are gone and
 * clients no longer find their kinds.
 */
export async function uninstallCRDs(ask: Ask, given: readonly CRDSource[], timeoutMs: number): Promise<void> {
  const found = await readCRDs(given);
  await Promise.all(
    found.map(async ({ object: { metadata } }) => {
      const path = `${collection}/${metadata.name}`;
      await remove(ask, path);
      await waitFor(`${metadata.name} is gone`, timeoutMs, async () => {
        const { status } = await ask({ method: 'GET', path });
        return status === 404 ? true : undefined;
      });
    }),
  );
  const gone = found.map(({ object: { metadata } }) => ({ name: metadata.name, versions: [] }));
  await waitUntilListed(ask, gone, timeoutMs);
}

/** The CustomResourceDefinitions in files, folders or values. @throws Error when a path holds none, or a file is malformed */
export function readCRDs(given: readonly CRDSource[]): Promise<Manifest<CustomResourceDefinition>[]> {
  return collectManifests<CustomResourceDefinition>(given, ['CustomResourceDefinition']);
}

function convertedBy(crd: CustomResourceDefinition, clientConfig: ClientConfig): CustomResourceDefinition {
  const { conversion } = crd.spec;
  if (conversion?.strategy !== 'Webhook') return crd;
  const webhook = { conversionReviewVersions: ['v1'], ...conversion.webhook, clientConfig };
  return { ...crd, spec: { ...crd.spec, conversion: { ...conversion, webhook } } };
}

/**
 * Removes a Service that another field manager has applied: it would remain in addition to the URL, and the API server rejects
 * both.
 */
async function leaveService(ask: Ask, path: string, { spec: { conversion } }: CustomResourceDefinition): Promise<void> {
  if (conversion?.webhook === undefined) return;
  const { status, text } = await ask({ method: 'GET', path });
  const there = status === 200 ? (JSON.parse(text) as CustomResourceDefinition).spec.conversion?.webhook : undefined;
  if (there?.clientConfig === undefined || !('service' in there.clientConfig)) return;
  const clientConfig = { service: null, ...conversion.webhook.clientConfig };
  const body = { spec: { conversion: { webhook: { clientConfig } } } };
  await askForJson(ask, { method: 'PATCH', path, contentType: 'application/merge-patch+json', body });
}

async function install(ask: Ask, crd: CustomResourceDefinition, timeoutMs: number): Promise<void> {
  const path = `${collection}/${crd.metadata.name}`;
  await leaveService(ask, path, crd);
  await apply(ask, path, crd);
  await waitFor(`${crd.metadata.name} is established`, timeoutMs, async () => {
    const { status } = await askForJson<CustomResourceDefinition>(ask, { method: 'GET', path });
    const conditions = status?.conditions ?? [];
    const refused = conditions.find((condition) => condition.type === 'NamesAccepted' && condition.status === 'False');
    if (refused) throw new Error(`${crd.metadata.name}: ${refused.message}`);
    return conditions.find((condition) => condition.type === 'Established' && condition.status === 'True');
  });
  // Established means that the API server will serve it; for a moment, it may still answer 404.
  const { group, names, versions } = crd.spec;
  for (const version of versions.filter(({ served }) => served)) {
    const list = `/apis/${group}/${version.name}/${names.plural}?limit=1`;
    await waitFor(`${list} answers`, timeoutMs, async () => {
      const { status } = await ask({ method: 'GET', path: list });
      return status === 404 ? undefined : status;
    });
  }
}
