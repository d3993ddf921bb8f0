import { type Document, isMap, isSeq, type YAMLMap } from 'yaml';
import type { ProjectResource } from './project.js';

/** Adds an empty entry to the resources of PROJECT, and answers it. */
export function addEntry(document: Document): unknown {
  if (!isSeq(document.get('resources')) && isMap(document.contents)) {
    document.contents.delete('resources');
    insertSorted(document, document.contents, 'resources', []);
  }
  const entry = document.createNode({});
  entry.flow = false;
  document.addIn(['resources'], entry);
  return entry;
}

/** Makes an entry say what a resource is; what else it says stays. */
export function setEntry(document: Document, entry: YAMLMap, resource: ProjectResource): void {
  const { group, domain, version, kind, plural, api, controller } = resource;
  if (api !== undefined) {
    if (!isMap(entry.get('api'))) insertSorted(document, entry, 'api', {});
    const node = entry.get('api', true) as unknown as YAMLMap;
    node.flow = false;
    setKeys(document, node, { crdVersion: api.crdVersion, namespaced: api.namespaced || undefined });
  }
  setKeys(document, entry, { controller: controller || undefined, domain, group, kind, plural, version });
}

/** Only what differs is touched, so that a comment beside a value stays; undefined takes a key away. */
function setKeys(document: Document, map: YAMLMap, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) map.delete(key);
    else if (!map.has(key)) insertSorted(document, map, key, value);
    else if (map.get(key) !== value) map.set(key, value);
  }
}

/** The keys of PROJECT are in alphabetical order, as far as a user left them so. */
function insertSorted(document: Document, map: YAMLMap, key: string, value: unknown): void {
  const index = map.items.findIndex((pair) => String(pair.key) > key);
  map.items.splice(index < 0 ? map.items.length : index, 0, document.createPair(key, value));
}
