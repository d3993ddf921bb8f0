import type { Position } from '../model/position.js';
import { projectFile } from './paths.js';
import { resourceKey, type Project, type ProjectResource } from './project.js';

/** Returns where PROJECT names a resource: its kind, or the top of the file for a resource that it does not list. */
export function placeOf({ places }: Project, resource: ProjectResource): Position {
  return places?.get(resourceKey(resource)) ?? { file: projectFile, line: 1, column: 1 };
}
