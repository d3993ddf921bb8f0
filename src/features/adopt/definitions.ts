import { readCrd, type Crd } from '../../base/crd/crd.js';
import { textAt } from '../../base/model/json-at.js';
import { diagnostic, refuse } from './reporting.js';
import { DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import { definitionPlaces, definitionsIn } from '../released/definitions.js';
import type { JsonObject } from '../../base/model/schema.js';
import { readable } from '../../project/readable.js';
import type { PositionOf } from '../../project/yaml-position.js';
import { withApproval } from './approval.js';
import type { Source } from './source.js';

/** A definition, and the file that has it. */
export interface Definition {
  readonly crd: Crd;
  readonly object: JsonObject;
  readonly path: string;
  /** Returns the position of a value in it. */
  readonly positionOf: PositionOf;
  /** Whether it is in a folder such as config/crd, which contains the CRDs of the project's own kinds. */
  readonly isOwn: boolean;
}

const manifest = /\.ya?ml$/i;
/** Charts contain templates, and `dist` contains copies. */
const others = /^(?:\.|dist\/|charts?\/)|(?:^|\/)templates\//;
/** The folders with the CRDs of a project. If several files have the same one, the first folder wins. */
const tiers = [/^config\/(?:[\w-]+\/)*crds?\//, /^bundle\/manifests\//, /(?:)/];
/** Maximum number of manifests that are searched. */
const mostManifests = 2000;

/**
 * Returns the CRDs of a project, without duplicates: those in folders such as config/crd first, then those of a bundle,
 * then all others.
 * @throws DiagnosticsError if a file in such a folder is not valid
 */
export async function definitionsOf(source: Source): Promise<readonly Definition[]> {
  const manifests = source.paths.filter((path) => manifest.test(path) && !others.test(path)).slice(0, mostManifests);
  const found = new Map<string, Definition>();
  const tierOf = (path: string): number => tiers.findIndex((pattern) => pattern.test(path));
  for (const tier of tiers.keys()) {
    for (const path of manifests.filter((each) => tierOf(each) === tier)) {
      const objects = await objectsIn(source, path, tier === 0);
      for (const [index, declared] of objects.entries()) {
        const object =
          tier === 0 ? withApproval(declared, source, (each) => textOf(source, each) || undefined) : declared;
        const crd = readCrd(object);
        if (crd === undefined && tier === 0) refuseOld(source, path, object);
        if (crd === undefined || found.has(crd.name)) continue;
        found.set(crd.name, { crd, object, path, positionOf: placesIn(source, path, index), isOwn: tier === 0 });
      }
    }
  }
  return [...found.values()];
}

/** Returns the function that locates values in a CRD. Only errors have positions, which require the file to be read again. */
function placesIn(source: Source, path: string, index: number): PositionOf {
  const file = source.shown(path);
  return (...at) => definitionPlaces(file, textOf(source, path))[index]?.(...at) ?? { file, line: 1, column: 1 };
}

async function objectsIn(source: Source, path: string, isNeeded: boolean): Promise<readonly JsonObject[]> {
  const name = source.shown(path);
  try {
    return await definitionsIn({ name, paths: [name], read: async () => new Map([[name, source.read(path) ?? '']]) });
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    // Manifests in other folders can be templates, or invalid on purpose.
    if (!isNeeded) return [];
    const place = { file: name, line: 1, column: 1 };
    const reasons = error.diagnostics.map(({ message }) => message.replace(/^.*? cannot be read: /s, ''));
    throw new DiagnosticsError(
      ...reasons.map((reason) => diagnostic('crd-source-unreadable', { source: name, reason }, place)),
    );
  }
}

/**
 * Rejects a CRD of a version that the API server no longer serves. Patches of kustomize are not checked, because they
 * name no kind.
 */
function refuseOld(source: Source, path: string, object: JsonObject): void {
  const version = textAt(object, 'apiVersion');
  const isPatch = textAt(object, 'spec', 'names', 'kind') === '';
  if (isPatch || version === '' || version === 'apiextensions.k8s.io/v1') return;
  const reason = `${version} is not apiextensions.k8s.io/v1`;
  const instead = 'generate it with a current version of controller-gen';
  const file = source.shown(path);
  refuse('invalid-crd', { name: file, reason, instead }, { file, line: 1, column: 1 });
}

const isDefinition = /^kind:[ \t]*["']?CustomResourceDefinition\b/m;

/** Returns what to do in a project without CRDs. Those in a chart are templates, which must be rendered. */
export function remedyWithoutCrds(source: Source): string {
  const templates = source.paths.filter((path) => manifest.test(path) && others.test(path)).slice(0, mostManifests);
  const template = templates.find((path) => isDefinition.test(textOf(source, path)));
  if (template === undefined) return 'generate them in the Go project: make manifests';
  const chart = source.shown(chartOf(template)) || '.';
  return `${source.shown(template)} is part of a chart; render it first: helm template ${chart} > config/crd/definitions.yaml`;
}

/** Returns the folder of the chart that has a template. */
function chartOf(template: string): string {
  const folders = template.split('/').slice(0, -1);
  const templates = folders.indexOf('templates');
  return (templates === -1 ? folders : folders.slice(0, templates)).join('/') || '.';
}

function textOf(source: Source, path: string): string {
  // A link, or a file that is too large, cannot contain CRDs.
  return readable(source.read, path) ?? '';
}
