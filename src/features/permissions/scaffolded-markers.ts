import type { GroupResource } from '../../base/model/permission.js';
import { pluralNameOf } from '../../project/plural.js';
import { apiGroupOf, type Project } from '../../project/project.js';

/**
 * Reports whether a permission is for the kind of a controller: its scaffolded markers declare what most reconcilers
 * need sooner or later, whether the code uses it or not.
 */
export function hasScaffoldedMarkers({ permissions, resources }: Project, { group, resource }: GroupResource): boolean {
  if (permissions === 'inferred') return false;
  const [plural] = resource.split('/');
  return resources.some(
    (each) => each.controllers.length > 0 && apiGroupOf(each) === group && pluralNameOf(each) === plural,
  );
}
