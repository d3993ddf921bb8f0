import type { Client } from '@operator-gen/runtime';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Environment } from '../../output/operation/outcome.js';
import { projectRoot } from '../../project/project-root.js';
import type { ClusterFiles } from './files.js';
import { refuse } from './reporting.js';

/** Manifests to install. */
export interface ReadManifests {
  readonly manifests: readonly Manifest[];
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields of an object that are read; all others are sent as they are. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly items?: readonly Manifest[];
}

/** Milliseconds for all objects. */
const limit = 60_000;

/**
 * Applies manifests: namespaces and definitions first. Returns the names of the objects.
 * @throws DiagnosticsError if the API server rejects one
 */
export async function applyManifests(
  { kubeconfig }: ClusterFiles,
  manifests: readonly Manifest[],
): Promise<readonly string[]> {
  if (manifests.length === 0) return [];
  const { createClient, loadConfig } = await import('@operator-gen/runtime');
  const client = createClient(await loadConfig({ kubeconfig }));
  await applyAll(client, manifests, (object, reason) => refuse('cluster-install-failed', { object, reason }));
  return manifests.map(nameOf);
}

/**
 * Applies manifests in that order.
 * @param rejected throws the problem with one
 * @param all those among which the definitions of their kinds can be
 */
export async function applyAll(
  client: Client,
  manifests: readonly Manifest[],
  rejected: (object: string, reason: string) => never,
  all = manifests,
): Promise<void> {
  const signal = AbortSignal.timeout(limit);
  const defined = new Set(all.filter(({ kind }) => kind === definition).map(definedKind));
  for (const each of manifests.toSorted((one, other) => rank(one) - rank(other))) {
    try {
      if (defined.has(`${each.apiVersion.split('/')[0]} ${each.kind}`)) await untilServed(client, each, signal);
      await client.apply(await inNamespace(client, each), { fieldManager: 'operator-gen', force: true, signal });
    } catch (error) {
      rejected(nameOf(each), (error as Error).message);
    }
  }
}

/**
 * Reads manifests of files, folders and kustomizations.
 * @throws DiagnosticsError if there is none, or one is malformed
 */
export async function readInstalled(paths: readonly string[], environment: Environment): Promise<ReadManifests> {
  if (paths.length === 0) return { manifests: [], diagnostics: [] };
  const { host, named = host, cwd, input = async () => '' } = environment;
  const [{ readManifests }, { helperOf }] = await Promise.all([
    import('../verdict/read-manifests.js'),
    import('../../base/helper/helper.js'),
  ]);
  const helper = environment.helper ?? helperOf(undefined);
  helper.start();
  const root = projectRoot(host, cwd);
  const found = await readManifests({ host: named, cwd, root, helper, input }, paths).catch(async (error: unknown) => {
    const { helperProblem, requiredHelper } = await import('../verdict/ask-helper.js');
    // A kustomization cannot be read without it.
    requiredHelper(environment);
    throw new DiagnosticsError(helperProblem(error));
  });
  if (hasErrors(found.diagnostics)) throw new DiagnosticsError(...found.diagnostics);
  const manifests = found.sets.flat().flatMap(({ text, file = '' }) => objectsOf(text, file));
  if (manifests.length === 0 && found.diagnostics.length === 0)
    refuse('cluster-install-failed', { object: paths.join(' and '), reason: 'there are no objects in it' });
  return { manifests, diagnostics: found.diagnostics };
}

function objectsOf(text: string, file: string): readonly Manifest[] {
  const reason = (why: string): never => refuse('cluster-install-failed', { object: file, reason: why });
  const document = yamlDocument(text);
  if (isYamlProblem(document)) return reason(document.message);
  const [problem] = document.errors;
  if (problem !== undefined) return reason(problem.message.split('\n')[0]!);
  const object = document.toJS() as Manifest | null;
  if (typeof object?.apiVersion !== 'string' || typeof object.kind !== 'string')
    return reason('it has no apiVersion or kind');
  const unnamed = (isList(object) ? object.items : [object]).find((each) => typeof each?.metadata?.name !== 'string');
  if (unnamed !== undefined) return reason(`${unnamed.kind} has no metadata.name`);
  return isList(object) ? object.items : [object];
}

function isList(object: Manifest): object is Manifest & { readonly items: readonly Manifest[] } {
  return object.kind.endsWith('List') && Array.isArray(object.items);
}

const definition = 'CustomResourceDefinition';

function rank({ kind }: Manifest): number {
  return ['Namespace', definition].includes(kind) ? 0 : 1;
}

function definedKind(manifest: Manifest): string {
  const { spec } = manifest as Manifest & {
    readonly spec?: { readonly group?: string; readonly names?: { readonly kind?: string } };
  };
  return `${spec?.group} ${spec?.names?.kind}`;
}

/** Returns the kind and the name of an object, for messages. */
export function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata?.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata?.name ?? ''}`;
}

/** Waits until the API server serves a kind whose definition was just applied. */
async function untilServed(client: Client, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const { isNoMatchError } = await import('@operator-gen/runtime');
  for (;;) {
    try {
      await client.kindOf(manifest);
      return;
    } catch (error) {
      if (!isNoMatchError(error) || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Returns an object in the namespace that kubectl would put it in. */
export async function inNamespace(client: Client, manifest: Manifest): Promise<Manifest> {
  if (manifest.metadata.namespace !== undefined) return manifest;
  const [group, version] = manifest.apiVersion.includes('/')
    ? manifest.apiVersion.split('/')
    : ['', manifest.apiVersion];
  const { scope } = await client.restMapper.resourceFor({ group: group!, version: version!, kind: manifest.kind });
  return scope === 'Namespaced' ? { ...manifest, metadata: { ...manifest.metadata, namespace: 'default' } } : manifest;
}
