import { isCollection, isMap, type Document, type YAMLMap } from 'yaml';
import { insertSorted } from './project-entry.js';

/** What PROJECT says of plug-ins, by their keys; it is made where there is none. */
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

/** Takes a value away, and every map and list above it that is empty without it. */
export function removeIn(document: Document, path: readonly (string | number)[]): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  for (let above = path.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const left = document.getIn(above);
    if (isCollection(left) && left.items.length > 0) return;
    document.deleteIn(above);
  }
}
