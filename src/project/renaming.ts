import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { setEntry, setKeys } from './project-entry.js';
import { editedProject, type ProjectEdit } from './project-edit.js';
import { isSame, type ProjectResource } from './project.js';

/** Renamed resources, each as in PROJECT and with its new names. */
export type Renaming = readonly (readonly [before: ProjectResource, after: ProjectResource])[];

/** Returns a resource under its new names; undefined for a resource that is not renamed. */
export function renamed(renaming: Renaming, resource: ProjectResource): ProjectResource | undefined {
  return renaming.find(([before]) => isSame(before, resource))?.[1];
}

/** Returns a function that maps a renamed resource to its entry in PROJECT; other resources map to themselves. */
export function beforeRenaming(renaming: Renaming): (resource: ProjectResource) => ProjectResource {
  return (resource) => renaming.find(([, after]) => isSame(after, resource))?.[0] ?? resource;
}

/** Renames resources, also in the settings of plugins. */
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

/** Returns the entries of plugins for a resource: `plugins.<plugin>.resources`. */
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
