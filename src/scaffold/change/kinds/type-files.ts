import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { typeNameOf } from '../../../project/class-name.js';
import { typesFile } from '../../../project/paths.js';
import type { Project, ProjectResource } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import { codeIn, likeliest } from '../files/present-paths.js';

/**
 * Returns the path of the file with the class of a kind in a version: the scaffolded one, or the one into which the user
 * has moved the class.
 */
export function presentTypes(host: Host, root: string, project: Project, resource: ProjectResource): string {
  const path = typesFile(resource, project);
  if (host.kind(posix.join(root, path)) === 'file') return path;
  const scaffolded = withTypes(project).map((each) => ({ path: typesFile(each, project), content: classOf(each) }));
  const [found, ...others] = likeliest(codeIn(host, root, scaffolded), path, [nameIn(resource)]);
  return found === undefined || others.length > 0 ? path : found.path;
}

function classOf(resource: ProjectResource): string {
  return `export ${nameIn(resource)} {}\n`;
}

function nameIn({ kind }: ProjectResource): string {
  return `class ${typeNameOf(kind)}`;
}
