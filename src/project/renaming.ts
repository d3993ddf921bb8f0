import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { setEntry, setKeys } from './project-entry.js';
import { isSame, withEdits, type ProjectFile } from './project-file.js';
import type { ProjectResource } from './project.js';

/** Resources under their new names, by the entries that PROJECT has of them. */
export type Renaming = ReadonlyMap<ProjectResource, ProjectResource>;

/** The entry that PROJECT has of a resource that is renamed, by its new names; any other resource is its own. */
export function beforeRenaming(renaming: Renaming): (resource: ProjectResource) => ProjectResource {
  return (resource) => [...renaming].find(([, fresh]) => isSame(fresh, resource))?.[0] ?? resource;
}

/** The text of PROJECT with other names for resources; comments and unknown keys stay. */
export function withRenaming(file: ProjectFile, renaming: Renaming): string {
  const edited = file.document.clone();
  for (const [index, resource] of file.project.resources.entries()) {
    const renamed = renaming.get(resource);
    const entry = edited.getIn(['resources', index], true);
    if (renamed === undefined || !isMap(entry)) continue;
    setEntry(edited, entry, renamed);
    for (const each of settingsOf(edited, resource)) {
      setKeys(edited, each, { group: renamed.group, kind: renamed.kind });
    }
  }
  return withEdits(file, edited);
}

/** The entries that plugins have of a resource: `plugins.<plugin>.resources`. */
function settingsOf(document: Document, { group = '', version, kind }: ProjectResource): readonly YAMLMap[] {
  const plugins = document.get('plugins');
  if (!isMap(plugins)) return [];
  return plugins.items
    .flatMap(({ value }) => (isMap(value) ? [value.get('resources')] : []))
    .flatMap((list) => (isSeq(list) ? list.items : []))
    .filter((entry) => isMap(entry))
    .filter(
      (each) => (each.get('group') ?? '') === group && each.get('version') === version && each.get('kind') === kind,
    );
}
