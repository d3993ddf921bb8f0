import type { Position } from '../model/position.js';
import { projectFile } from './paths.js';
import type { ProjectResource } from './project.js';

const places = new WeakMap<ProjectResource, Position>();

/** Where PROJECT names a resource that was read from it: at its kind. Of others it is the top of the file. */
export function placeOf(resource: ProjectResource): Position {
  return places.get(resource) ?? { file: projectFile, line: 1, column: 1 };
}

export function setPlace(resource: ProjectResource, place: Position): void {
  places.set(resource, place);
}
