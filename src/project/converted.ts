import { pluralNameOf } from './plural.js';
import { apiGroupOf, type Project } from './project.js';
import { hubs } from './resources.js';

/** The names of the CRDs whose versions a webhook converts. */
export function convertedIn(project: Project): readonly string[] {
  return hubs(project).map((each) => `${pluralNameOf(each)}.${apiGroupOf(each)}`);
}
