import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { askApiServer, askForJson, type ApiServer } from './http.js';
import { waitFor } from './wait.js';

const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

interface CustomResourceDefinition {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/**
 * Applies every CustomResourceDefinition in `paths`, YAML or JSON files or folders of them (not their subfolders), and
 * waits until each is Established and all its served versions answer.
 *
 * @returns the names of the definitions.
 * @throws Error when a path holds none, or with the API server's message when it refuses one or its names.
 */
export async function installCRDs(server: ApiServer, paths: readonly string[], timeoutMs: number): Promise<string[]> {
  const found = (await Promise.all(paths.map(readCRDs))).flat();
  await Promise.all(
    found.map(({ file, crd }) =>
      install(server, crd, timeoutMs).catch((error: unknown) => {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }),
    ),
  );
  return found.map(({ crd }) => crd.metadata.name);
}

async function readCRDs(path: string): Promise<{ file: string; crd: CustomResourceDefinition }[]> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path];
  const crds = [];
  for (const file of files) {
    if (!['.yaml', '.yml', '.json'].includes(extname(file))) continue;
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
      const object = document.toJS() as CustomResourceDefinition | null;
      if (object?.kind === 'CustomResourceDefinition') crds.push({ file, crd: object });
    }
  }
  if (crds.length === 0) throw new Error(`${path} holds no CustomResourceDefinition`);
  return crds;
}

async function install(server: ApiServer, crd: CustomResourceDefinition, timeoutMs: number): Promise<void> {
  const path = `${collection}/${crd.metadata.name}`;
  await askForJson(server, {
    method: 'PATCH',
    path: `${path}?fieldManager=test-environment&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: crd,
  });
  await waitFor(`${crd.metadata.name} is established`, timeoutMs, async () => {
    const { status } = await askForJson<CustomResourceDefinition>(server, { method: 'GET', path });
    const conditions = status?.conditions ?? [];
    const refused = conditions.find((condition) => condition.type === 'NamesAccepted' && condition.status === 'False');
    if (refused) throw new Error(`${crd.metadata.name}: ${refused.message}`);
    return conditions.find((condition) => condition.type === 'Established' && condition.status === 'True');
  });
  // Established says that the API server will serve it: for a moment it may still answer 404.
  const { group, names, versions } = crd.spec;
  for (const version of versions.filter(({ served }) => served)) {
    const list = `/apis/${group}/${version.name}/${names.plural}?limit=1`;
    await waitFor(`${list} answers`, timeoutMs, async () => {
      const { status } = await askApiServer(server, { method: 'GET', path: list });
      return status === 404 ? undefined : status;
    });
  }
}
