import { moveCode, type ProjectChange } from '../../../scaffold/change/change-project.js';
import { movedStorage, type MovedStorage } from '../../../scaffold/change/kinds/storage-version-marker.js';
import type { ImportedFiles } from '../../../scaffold/change/layouts.js';
import { isSame, type ProjectResource } from '../../../project/project.js';
import type { Place } from './replaced.js';
import type { Wanted } from './resources.js';

/** The change of the files of other versions that were stored until now. */
interface StorageMoves extends Required<Pick<ProjectChange, 'replaced' | 'changeCode'>> {
  readonly texts: ImportedFiles;
}

/** Moves `@StorageVersion` to the imported version that is stored, from other versions in the project. */
export function storageMoves({ host, root, project }: Place, wanted: readonly Wanted[]): StorageMoves {
  const imported = new Set(wanted.map(({ resource }) => resource));
  const others = { ...project, resources: project.resources.filter((each) => !isImported(each, imported)) };
  const stored = wanted.filter(({ version }) => version.storage);
  const moved = [
    ...movedStorage(
      host,
      root,
      others,
      stored.map(({ resource }) => resource),
    ),
  ];
  const unedited = moved.filter(([, { isUnedited }]) => isUnedited);
  const edited = new Map(moved.filter(([, { isUnedited }]) => !isUnedited).map(([path, { after }]) => [path, after]));
  return {
    texts: new Map(unedited.map(([path, { after }]: readonly [string, MovedStorage]) => [path, () => after])),
    replaced: new Map(unedited.map(([path, { before }]) => [path, before])),
    changeCode: (from, folder, change) => {
      const { files, problems } = moveCode(from, folder, change);
      return { files: new Map([...files, ...edited]), problems };
    },
  };
}

function isImported(resource: ProjectResource, imported: ReadonlySet<ProjectResource>): boolean {
  return [...imported].some((each) => isSame(each, resource));
}
