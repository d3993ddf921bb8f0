import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { isRecorded, readState } from '../../../output/plan/state.js';
import { typeNameOf } from '../../../project/class-name.js';
import { isSame, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { moveCode, type ProjectChange } from '../../../scaffold/change/change-project.js';
import { presentTypes } from '../../../scaffold/change/kinds/type-files.js';
import type { ImportedFiles } from '../../../scaffold/change/layouts.js';
import { withoutStorageMarker } from '../../../scaffold/refactor/markers/storage-marker.js';
import type { Place } from './replaced.js';
import type { Wanted } from './resources.js';

/** Changes of the files of versions that were the storage version so far. */
interface StorageMoves extends Required<Pick<ProjectChange, 'replaced' | 'changeCode'>> {
  readonly texts: ImportedFiles;
}

/** Moves `@StorageVersion` from other versions in the project to the imported storage version. */
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

/** A file with types from which `@StorageVersion` is removed. */
interface MovedStorage {
  readonly before: string;
  readonly after: string;
  /** Whether it has not been edited since it was last written. */
  readonly isUnedited: boolean;
}

/** Returns the files of other versions without their `@StorageVersion`, by path. @param stored the new storage versions */
function movedStorage(
  host: Host,
  root: string,
  project: Project,
  stored: readonly ProjectResource[],
): ReadonlyMap<string, MovedStorage> {
  const state = readState(host, root);
  const others = project.resources.filter(
    (each) => each.api !== undefined && stored.some((one) => isSameKind(one, each) && !isSame(one, each)),
  );
  return new Map(
    others.flatMap((each) => {
      const path = presentTypes(host, root, project, each);
      const before = host.read(posix.join(root, path));
      const after = before === undefined ? undefined : withoutStorageMarker(path, before, typeNameOf(each.kind));
      if (before === undefined || after === undefined || after === before) return [];
      const recorded = state.get(path);
      return [[path, { before, after, isUnedited: recorded !== undefined && isRecorded(recorded, before) }] as const];
    }),
  );
}
