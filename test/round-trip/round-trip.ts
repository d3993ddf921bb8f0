import { parseAllDocuments } from 'yaml';
import type { Crd } from '../../src/base/crd/crd.js';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { typesOfVersion } from '../../src/features/import/import-kinds.js';
import type { ImportedVersion } from '../../src/features/import/kind-class.js';
import type { KubernetesTypes } from '../../src/features/import/types.js';
import type { JsonObject } from '../../src/base/model/schema.js';
import { analyzeSources } from '../support/generate.js';
import { differences, normalCrd, type Difference } from '../../src/features/import/compare.js';

/** The result of importing definitions and generating them again. */
export interface RoundTrip {
  readonly sources: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
  /** The generated definitions. */
  readonly generated: readonly JsonObject[];
  /** The differences of each definition. */
  readonly results: readonly { readonly crd: Crd; readonly differences: readonly Difference[] }[];
}

export interface RoundTripOptions {
  readonly kubernetesTypes?: KubernetesTypes;
  /** Whether the code is formatted. */
  readonly format?: boolean;
}

/** Imports definitions together, generates them from the types, and compares. */
export async function roundTrip(
  crds: readonly Crd[],
  { kubernetesTypes = () => undefined, format = false }: RoundTripOptions = {},
): Promise<RoundTrip> {
  const groups = new Map<string, ImportedVersion[]>();
  for (const crd of crds) {
    for (const version of crd.versions) {
      const folder = `${crd.group}/${version.name}`;
      groups.set(folder, [...(groups.get(folder) ?? []), { crd, version }]);
    }
  }
  const sources: Record<string, string> = {};
  for (const [folder, imported] of groups) {
    const { crd, version } = imported[0]!;
    for (const { path, content } of await typesOfVersion(imported, kubernetesTypes, { style: 'classes', format }))
      sources[`src/api/${folder}/${path}`] = content;
    sources[`src/api/${folder}/group-version.ts`] =
      `export const groupVersion = { group: '${crd.group}', version: '${version.name}' } as const;\n`;
  }
  const { model, diagnostics } = analyzeSources(sources);
  const generated: JsonObject[] = [];
  const results = crds.map((crd) => {
    const kind = model.kinds.find((each) => each.kind === crd.names.kind && each.group === crd.group);
    const actual =
      kind === undefined ? undefined : (parseAllDocuments(emitCrd(kind, '0.0.0').text)[0]!.toJS() as JsonObject);
    if (actual !== undefined) generated.push(actual);
    return {
      crd,
      differences:
        actual === undefined
          ? [{ path: ['missing'], expected: crd.name, actual: undefined }]
          : differences(normalCrd(crd.object), normalCrd(actual)),
    };
  });
  return { sources, diagnostics, generated, results };
}
