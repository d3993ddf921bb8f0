import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { crdFile, sampleFile } from '../../../project/paths.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../../project/project.js';

/**
 * Returns the new paths of generated files of resources that are renamed, by old ones; only existing files.
 * @param after the same resources in the same order
 */
export function movedOutputs(
  host: Host,
  root: string,
  { resources }: Project,
  after: Project,
): ReadonlyMap<string, string> {
  // A command creates, deletes or renames resources, but does only one of these.
  if (resources.length !== after.resources.length) return new Map();
  const pairs = resources.flatMap((old, index) => {
    const fresh = after.resources[index]!;
    const [paths, newPaths] = [pathsOf(old), pathsOf(fresh)];
    return paths.map((path, at) => [path, newPaths[at]!] as const);
  });
  return new Map(pairs.filter(([from, to]) => from !== to && host.kind(posix.join(root, from)) === 'file'));
}

function pathsOf(resource: ProjectResource): readonly string[] {
  return [sampleFile(resource), crdFile(apiGroupOf(resource), pluralNameOf(resource))];
}
