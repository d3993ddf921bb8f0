import { pluralNameOf } from './plural.js';
import { apiGroupOf, type Project } from './project.js';
import { hubs } from './resources.js';

/** Returns the names of the CRDs whose versions are converted by a webhook. */
export function convertedIn(project: Project): readonly string[] {
  return hubs(project).map((each) => `${pluralNameOf(each)}.${apiGroupOf(each)}`);
}
