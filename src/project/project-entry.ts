import { type Document, isCollection, isMap, isSeq, type YAMLMap } from 'yaml';
import type { ProjectResource, WebhookEntry } from './project.js';

/** Adds an empty entry to the resources of PROJECT, and returns it. */
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

/** Removes an entry, and the list when it becomes empty. */
export function removeEntry(document: Document, index: number): void {
  document.deleteIn(['resources', index]);
  const left = document.get('resources');
  if (isSeq(left) && left.items.length === 0) document.delete('resources');
}

/** Writes a resource into an entry, keeping unknown keys. */
export function setEntry(document: Document, entry: YAMLMap, resource: ProjectResource): void {
  const { group, domain, version, kind, plural, origin, api, controllers, webhooks } = resource;
  const named = controllers.flatMap(({ name }) => (name === undefined ? [] : [{ name }]));
  const ofApi = api && { crdVersion: api.crdVersion, namespaced: api.namespaced || undefined, ssa: api.ssa };
  setMap(document, entry, 'api', ofApi);
  setMap(document, entry, 'webhooks', webhooks && webhookKeys(webhooks));
  setKeys(document, entry, {
    controller: named.length < controllers.length || undefined,
    controllers: named.length === 0 ? undefined : named,
    core: origin?.from === 'core' || undefined,
    domain: domain === '' ? undefined : domain,
    external: origin?.from === 'external' || undefined,
    group,
    kind,
    ...(origin === undefined ? {} : { module: origin.module, path: origin.path }),
    plural,
    version,
  });
}

function webhookKeys(webhooks: WebhookEntry): Readonly<Record<string, unknown>> {
  const { defaulting, validation, conversion, spoke, defaultingPath, validationPath } = webhooks;
  return {
    conversion: conversion || undefined,
    defaulting: defaulting || undefined,
    defaultingPath,
    spoke: spoke.length === 0 ? undefined : spoke,
    validation: validation || undefined,
    validationPath,
    webhookVersion: 'v1',
  };
}

export function setMap(
  document: Document,
  entry: YAMLMap,
  key: string,
  values: Readonly<Record<string, unknown>> | undefined,
): void {
  if (values === undefined) return void entry.delete(key);
  if (!isMap(entry.get(key))) insertSorted(document, entry, key, {});
  const node = entry.get(key, true) as unknown as YAMLMap;
  node.flow = false;
  setKeys(document, node, values);
}

/**
 * Sets keys of a map. Only differences are written, so that a comment next to a value is kept; undefined removes a key.
 */
export function setKeys(document: Document, map: YAMLMap, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) map.delete(key);
    else if (!map.has(key)) insertSorted(document, map, key, value);
    else if (!isSameValue(map.get(key), value)) map.set(key, Array.isArray(value) ? document.createNode(value) : value);
  }
}

/** Inserts a key in alphabetical order, where the user kept that order. */
export function insertSorted(document: Document, map: YAMLMap, key: string, value: unknown): void {
  const index = map.items.findIndex((pair) => String(pair.key) > key);
  map.items.splice(index < 0 ? map.items.length : index, 0, document.createPair(key, value));
}

function isSameValue(node: unknown, value: unknown): boolean {
  return isCollection(node) ? JSON.stringify(node) === JSON.stringify(value) : node === value;
}
