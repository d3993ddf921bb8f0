import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { typeNameOf } from '../../../project/class-name.js';
import { apiGroupOf, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import { declaresClass, withoutStorageMarker } from '../../refactor/markers/storage-marker.js';
import { presentTypes } from './type-files.js';

/** A project and its files. */
interface Tree {
  readonly host: Host;
  readonly root: string;
  readonly project: Project;
}

/**
 * Reports the kinds whose objects are stored in another version after a change. The API server rejects a CRD that lacks
 * a version in which objects are stored, according to `status.storedVersions`:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export function storageNotes(before: Tree, after: Tree): readonly Diagnostic[] {
  const known = storedVersions(before);
  return [...storedVersions(after)].flatMap(([name, next]) => {
    const stored = known.get(name);
    if (stored === undefined || stored.version === next.version) return [];
    const { kind, version: from } = stored;
    if (!hasClass(after, stored)) return [diagnostic('stored-version-deleted', { kind, from, to: next.version })];
    // A version that PROJECT no longer lists is still stored if its class is kept.
    return isMarked(after, next) ? [diagnostic('storage-version-moved', { kind, from, to: next.version })] : [];
  });
}

/** Returns the versions with `@StorageVersion` and the only versions of their kinds, by these kinds. */
export function storedVersions(tree: Tree): ReadonlyMap<string, ProjectResource> {
  const versions = withTypes(tree.project);
  const isOnly = (each: ProjectResource): boolean => versions.every((one) => one === each || !isSameKind(one, each));
  return new Map(
    versions
      .filter((each) => isOnly(each) || isMarked(tree, each))
      .map((each) => [`${apiGroupOf(each)} ${each.kind}`, each] as const),
  );
}

function isMarked(tree: Tree, resource: ProjectResource): boolean {
  const [path, text] = typesOf(tree, resource);
  return text.includes('StorageVersion') && withoutStorageMarker(path, text, typeNameOf(resource.kind)) !== text;
}

function hasClass(tree: Tree, resource: ProjectResource): boolean {
  return declaresClass(...typesOf(tree, resource), typeNameOf(resource.kind));
}

function typesOf({ host, root, project }: Tree, resource: ProjectResource): readonly [path: string, text: string] {
  const path = presentTypes(host, root, project, resource);
  return [path, host.read(posix.join(root, path)) ?? ''];
}
