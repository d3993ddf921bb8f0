import { isCollection, isMap, type Document, type YAMLMap } from 'yaml';
import { insertSorted } from './project-entry.js';

/** Returns the `plugins` of PROJECT by key. Adds the mapping if it is missing. */
export function pluginsIn(document: Document): YAMLMap {
  const root = document.contents as YAMLMap;
  if (!isMap(root.get('plugins'))) {
    root.delete('plugins');
    insertSorted(document, root, 'plugins', {});
  }
  const plugins = root.get('plugins') as YAMLMap;
  plugins.flow = false;
  return plugins;
}

/** Removes a value, and every map and list above it that becomes empty. */
export function removeIn(document: Document, path: readonly (string | number)[]): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  for (let above = path.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const left = document.getIn(above);
    if (isCollection(left) && left.items.length > 0) return;
    document.deleteIn(above);
  }
}
