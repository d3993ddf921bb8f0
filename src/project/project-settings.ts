import { isMap, type YAMLMap } from 'yaml';
import { setKeys } from './project-entry.js';
import { withEdits, type ProjectFile } from './project-file.js';
import type { Project } from './project.js';

/** What PROJECT says of a project as a whole. */
export type ProjectSettings = Partial<Pick<Project, 'domain' | 'projectName' | 'multigroup' | 'namespaced'>>;

/** The text of PROJECT with other settings; comments and unknown keys stay. What is off is not there. */
export function withSettings(file: ProjectFile, settings: ProjectSettings): string {
  const { project } = file;
  const edited = file.document.clone();
  const { domain, projectName, multigroup, namespaced } = { ...project, ...settings };
  setKeys(edited, edited.contents as YAMLMap, {
    domain,
    multigroup: multigroup || undefined,
    namespaced: namespaced || undefined,
    projectName,
  });
  for (const [index, resource] of project.resources.entries()) {
    const entry = edited.getIn(['resources', index], true);
    // The domains of others are theirs, and a kind may have another one than its project.
    if (!isMap(entry) || resource.origin !== undefined || resource.domain !== project.domain) continue;
    if (entry.has('domain')) setKeys(edited, entry, { domain });
  }
  return withEdits(file, edited);
}
