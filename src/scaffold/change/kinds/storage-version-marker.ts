import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { isRecorded, readState } from '../../../output/plan/state.js';
import { isSame, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { typeNameOf } from '../../../project/class-name.js';
import { withoutStorageMarker } from '../../refactor/markers/storage-marker.js';
import { presentTypes } from './type-files.js';

/** A file with types from which `@StorageVersion` is removed. */
export interface MovedStorage {
  readonly before: string;
  readonly after: string;
  /** Whether it is as it was written last. */
  readonly isUnedited: boolean;
}

/** Returns the files of other versions with `@StorageVersion`, by their paths, without it. @param stored the versions that are stored from now on */
export function movedStorage(
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
