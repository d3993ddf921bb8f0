import type { Position } from '../base/model/position.js';
import { projectFile } from './paths.js';
import { resourceKey, type Project, type ProjectResource } from './project.js';

/**
 * Returns the position of a resource's kind in PROJECT, or the top of the file for a resource that it does not list.
 */
export function placeOf({ places }: Project, resource: ProjectResource): Position {
  return places?.get(resourceKey(resource)) ?? { file: projectFile, line: 1, column: 1 };
}
