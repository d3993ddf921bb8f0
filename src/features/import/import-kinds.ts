import { typeNameOf } from '../../project/class-name.js';
import { filesOf, type FileOptions } from './files.js';
import type { SourceText } from './source.js';
import { kindClass, rootOf, type ImportedVersion } from './kind-class.js';
import { Types, type KubernetesTypes } from './types.js';

/** Returns the files with the types of the kinds of one group and version. */
export async function typesOfVersion(
  given: readonly ImportedVersion[],
  kubernetesTypes: KubernetesTypes,
  options: FileOptions,
): Promise<readonly SourceText[]> {
  // The names of shared types do not depend on the order of CRDs in a file, or of files in a folder.
  const imported = given.toSorted((one, other) => (one.crd.names.kind < other.crd.names.kind ? -1 : 1));
  const names = imported.map(({ crd }) => typeNameOf(crd.names.kind));
  const types = new Types(names, kubernetesTypes);
  const roots = imported.map(({ crd, version }) => rootOf(crd, version));
  for (const [index, root] of roots.entries()) types.add(names[index]!, root);
  const kinds = imported.map((each, index) => kindClass(each, roots[index]!, types));
  types.nameTypes();
  return filesOf(kinds, options);
}
