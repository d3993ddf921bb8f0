import { parse, parseAllDocuments, stringify } from 'yaml';
import type { AnalyzeResult } from '../../src/language/analyze/analyze.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { emitRoles } from '../../src/output/emit/rbac.js';
import { emitWebhooks } from '../../src/output/emit/webhook.js';
import { toYaml, yamlOptions } from '../../src/base/text/yaml.js';
import { resolvePermissions } from '../../src/output/generate/resolve-permissions.js';
import { markerExampleSources } from '../../src/base/io/marker-examples.js';
import type { Marker } from '../../src/language/markers/marker.js';
import { markers } from '../../src/language/markers/registry.js';
import type { JsonObject } from '../../src/base/model/schema.js';
import { ownedKinds } from '../../src/features/olm/compose/owned.js';
import { verifyModel } from '../../src/language/rules/verify.js';
import { analyzeSources } from '../../test/support/generate.js';

/** Returns the generated half of every example: `reference/examples/<Marker>.yaml`, from the TypeScript files next to it. */
export async function markerExamples(): Promise<Readonly<Record<string, string>>> {
  const entries = markers.map(
    async (each) => [`reference/examples/${each.name}.yaml`, await generatedBy(each)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Returns the part of the manifests that a marker is about, as the generator writes it for the marker's example.
 * @throws Error if the example has a problem
 */
export async function generatedBy(marker: Marker, sources = markerExampleSources(marker.name)): Promise<string> {
  const { model: read, diagnostics } = analyzeSources(asProject(marker, sources));
  const permissions = await resolvePermissions(read, true);
  const model = { ...read, rbac: permissions.rbac };
  const problems = [...diagnostics, ...permissions.diagnostics, ...verifyModel(model, { isConverted: () => true })];
  if (problems.length > 0) {
    throw new Error(`the example of ${marker.name}: ${problems.map(({ message }) => message).join('; ')}`);
  }
  return withoutMark(manifestOf(marker, model));
}

/** A kind with the example of a schema marker in its spec. */
const kindAround = `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import { WebServerSpec } from './spec.js';
@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
export class WebServer extends CustomResource {
  spec!: WebServerSpec;
}
`;

function asProject({ on }: Marker, sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const files = Object.entries(sources).map(([file, text]) => [on === 'schema' ? 'spec.ts' : file, text] as const);
  const all = on === 'schema' ? [...files, ['webserver.types.ts', kindAround] as const] : files;
  return Object.fromEntries(all.map(([file, text]) => [`src/api/v1/${file}`, text]));
}

function manifestOf(
  { on, emits, inBundle }: Marker,
  { kinds, rbac, webhooks, webhookConfigurations }: AnalyzeResult['model'],
) {
  if (inBundle !== undefined) {
    const parts = kinds.map((kind) => ({ object: parse(emitCrd(kind, '').text) as JsonObject }));
    const owned = ownedKinds(parts, { entries: [], rules: [], kinds });
    return stringify({ owned }, yamlOptions);
  }
  switch (on) {
    case 'schema':
      return stringify(parseCrd(kinds).spec.versions[0]!.schema.openAPIV3Schema.properties['spec'], yamlOptions);
    case 'kind': {
      const ofFeatures = kinds[0]?.versions[0]?.ofFeatures;
      // The marker of a feature that writes no manifest: what it sets.
      if (ofFeatures !== undefined && emits.length === 0) return stringify(ofFeatures, yamlOptions);
      return toYaml(only(parseCrd(kinds), shownOf(emits)));
    }
    case 'rbac':
      return emitRoles(rbac, 'manager-role');
    case 'webhooks':
    case 'webhookConfigurations':
      return emitWebhooks(webhooks, webhookConfigurations) ?? '';
  }
}

/** Returns the paths that a marker of kinds writes; for paths in versions, also the name of the version. */
function shownOf(emits: Marker['emits']): readonly string[] {
  const ofVersions = emits.every((path) => path.startsWith('spec.versions[]'));
  return ofVersions ? [...emits, 'spec.versions[].name'] : emits;
}

interface Crd {
  readonly metadata: { readonly annotations: Record<string, string> };
  readonly spec: {
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema: { readonly properties: Readonly<Record<string, unknown>> } };
    }[];
  };
}

function parseCrd([kind]: AnalyzeResult['model']['kinds']): Crd {
  const crd = parse(emitCrd(kind!, '').text) as Crd;
  // No page changes with every release.
  delete crd.metadata.annotations['operator-gen/version'];
  return crd;
}

/** Returns an object with only these paths, such as `spec.versions[].name`, in the order of the object. */
function only(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes('')) return value;
  if (paths.length === 0 || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => only(item, below(paths, '[]')));
  const kept = Object.entries(value).map(([key, each]) => [key, only(each, below(paths, key))] as const);
  const some = kept.filter(([, each]) => each !== undefined);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

/** Returns the rest of the paths that begin with a key. */
function below(paths: readonly string[], key: string): readonly string[] {
  return paths
    .filter((path) => path.startsWith(key) && /^($|\.|\[)/.test(path.slice(key.length)))
    .map((path) => path.slice(key.length).replace(/^\./, ''));
}

/** Removes the line `---` from a single document; it is needed only between several documents. */
function withoutMark(text: string): string {
  return parseAllDocuments(text).length > 1 ? text : text.replace(/^---\n/, '');
}
