import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { setEntry, setKeys } from './project-entry.js';
import { editedProject, type ProjectEdit } from './project-edit.js';
import { isSame, type ProjectResource } from './project.js';

/** Resources that get other names: each as PROJECT has it, and as it will be. */
export type Renaming = readonly (readonly [before: ProjectResource, after: ProjectResource])[];

/** Returns a resource under its new names; undefined for one that keeps its names. */
export function renamed(renaming: Renaming, resource: ProjectResource): ProjectResource | undefined {
  return renaming.find(([before]) => isSame(before, resource))?.[1];
}

/** The entry that PROJECT has of a resource that is renamed, by its new names; any other resource is its own. */
export function beforeRenaming(renaming: Renaming): (resource: ProjectResource) => ProjectResource {
  return (resource) => renaming.find(([, after]) => isSame(after, resource))?.[0] ?? resource;
}

/** Gives resources other names, in the settings of plug-ins as well. */
export function putNames(edit: ProjectEdit, renaming: Renaming): void {
  const { document } = edit;
  for (const [index, resource] of editedProject(edit).resources.entries()) {
    const after = renamed(renaming, resource);
    const entry = document.getIn(['resources', index], true);
    if (after === undefined || !isMap(entry)) continue;
    setEntry(document, entry, after);
    for (const each of settingsOf(document, resource)) {
      setKeys(document, each, { group: after.group, kind: after.kind });
    }
  }
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
