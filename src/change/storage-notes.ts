import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { typesFile } from '../project/paths.js';
import { apiGroupOf, type Project } from '../project/project.js';
import { typeNameOf } from '../project/class-name.js';
import { withoutStorageMarker } from '../refactor/storage-marker.js';

/** A project, and the files that it has. */
interface Tree {
  readonly host: Host;
  readonly root: string;
  readonly project: Project;
}

/** Reports the kinds whose objects are stored in another version after a change. */
export function storageNotes(before: Tree, after: Tree): readonly Diagnostic[] {
  const known = storedVersions(before);
  return [...storedVersions(after)].flatMap(([name, { kind, version: to }]) => {
    const from = known.get(name)?.version;
    return from === undefined || from === to ? [] : [diagnostic('storage-version-moved', { kind, from, to })];
  });
}

/** Returns the versions with `@StorageVersion`, by their kinds. */
export function storedVersions({ host, root, project }: Tree): ReadonlyMap<string, { kind: string; version: string }> {
  return new Map(
    project.resources.flatMap((each) => {
      const path = typesFile(each, project);
      const text = each.api === undefined ? undefined : host.read(posix.join(root, path));
      const isStored =
        text?.includes('StorageVersion') === true && withoutStorageMarker(path, text, typeNameOf(each.kind)) !== text;
      const { kind, version } = each;
      return isStored ? [[`${apiGroupOf(each)} ${kind}`, { kind, version }] as const] : [];
    }),
  );
}
