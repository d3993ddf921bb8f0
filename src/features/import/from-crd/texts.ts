import { posix } from 'node:path';
import type { SourceText } from '../source.js';
import { typesOfVersion } from '../import-kinds.js';
import type { KubernetesTypes } from '../types.js';
import { typesFile } from '../../../project/paths.js';
import { defined } from '../../../base/model/defined.js';
import type { Project, ProjectResource } from '../../../project/project.js';
import type { Wanted } from './resources.js';

/**
 * Returns the formatted files with the types of kinds, by path in the project.
 * @param sharedOf returns the name of the files with the types that several kinds of one version share
 */
export async function typeFiles(
  project: Project,
  wanted: readonly Wanted[],
  kubernetesTypes: KubernetesTypes,
  sharedOf?: (resources: readonly ProjectResource[]) => string,
): Promise<readonly SourceText[]> {
  const folders = new Map<string, Wanted[]>();
  for (const each of wanted) {
    const folder = folderOf(project, each);
    folders.set(folder, [...(folders.get(folder) ?? []), each]);
  }
  const files: SourceText[] = [];
  for (const [folder, imported] of folders) {
    const style = imported[0]!.resource.origin === undefined ? 'classes' : 'interfaces';
    const resources = imported.map(({ resource }) => resource);
    const shared = sharedOf?.(resources);
    const made = await typesOfVersion(imported, kubernetesTypes, { style, format: true, ...defined({ shared }) });
    files.push(...made.map((each) => ({ ...each, path: `${folder}/${each.path}` })));
  }
  return files;
}

function folderOf(project: Project, { resource }: Wanted): string {
  const path = resource.origin?.path ?? typesFile(resource, project);
  return posix.normalize(posix.dirname(path));
}
