import { posix } from 'node:path';
import { textAt } from '../../../base/model/json-at.js';
import { differences, normalCrd, type Difference } from '../compare.js';
import type { Host } from '../../../base/io/host.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { crdFile } from '../../../project/paths.js';
import type { Wanted } from './resources.js';

/** Returns the differences between the generated CRD of a kind and the imported one, in the imported versions. */
export function generatedDifferences(
  crd: Wanted['crd'],
  wanted: readonly Wanted[],
  text: string,
): readonly Difference[] | undefined {
  const generated = yamlDocument(text);
  if (isYamlProblem(generated)) return undefined;
  const written = normalCrd(generated.toJS() as JsonObject);
  const isOnly = (written['versions'] as readonly JsonObject[]).length === 1;
  const names = new Set(wanted.filter((each) => each.crd === crd).map(({ version }) => version.name));
  const [expected, actual] = [normalCrd(crd.object), written].map(({ versions, ...others }) => {
    const kept = (versions as readonly JsonObject[]).filter((version) => names.has(textAt(version, 'name')));
    // The only version of the project is the storage version.
    return { ...others, versions: isOnly ? kept.map((version) => ({ ...version, storage: true })) : kept };
  });
  return differences(expected, actual);
}

/** Returns the kinds of the project whose generated CRDs already equal the imported ones. */
export function unchangedKinds(host: Host, root: string, wanted: readonly Wanted[]): ReadonlySet<Wanted['crd']> {
  const crds = new Set(wanted.map(({ crd }) => crd));
  return new Set(
    [...crds].filter((crd) => {
      const text = host.read(posix.join(root, crdFile(crd.group, crd.names.plural)));
      return text !== undefined && generatedDifferences(crd, wanted, text)?.length === 0;
    }),
  );
}
