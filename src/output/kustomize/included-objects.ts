import { posix } from 'node:path';
import { textsAt } from '../../base/model/json-at.js';
import type { ListName } from '../emit/kustomization.js';
import { FileRefused } from '../../base/io/file-refused.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { kustomizationIn } from '../../project/paths.js';
import { isObject, type JsonObject } from '../../base/model/schema.js';

/** Returns the text of a file by its path in the project; undefined if there is none. */
export type ReadText = (path: string) => string | undefined;

/** The fields of a kustomization that list files and folders with objects. */
const lists = ['resources', 'bases', 'components'] as const;
/** Maximum number of files that are read for one kustomization. */
const mostFiles = 2000;

/** Returns the entries of a kustomization, given its text. */
export function listedIn(
  text: string,
  keys: readonly ((typeof lists)[number] | ListName)[] = lists,
): readonly string[] {
  return objectsOf(text).flatMap((object) => keys.flatMap((key) => textsAt(object[key])));
}

/** Returns the names of the objects that entries of a kustomization include, directly or not. */
export function includedObjects(folder: string, entries: readonly string[], read: ReadText): ReadonlySet<string> {
  return new Set(objectsIncluded(folder, entries, read).map(nameOf));
}

/** Returns the objects that entries of a kustomization include, directly or not. */
export function objectsIncluded(folder: string, entries: readonly string[], read: ReadText): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (const { path, isFolder } of included(folder, entries, read))
    if (!isFolder) found.push(...objectsOf(textAt(path, read)));
  return found;
}

/** Returns the files and folders that a kustomization includes. It reads only kustomizations. */
export function pathsIncluded(folder: string, read: ReadText): readonly string[] {
  return Array.from(included('', [folder], read), ({ path }) => path);
}

/** Maximum number of files and folders that are visited for several kustomizations together. */
const mostTogether = 10 * mostFiles;

/**
 * Returns the files and folders that kustomizations include. Each is read once. @param folders the folders of the
 * kustomizations
 */
export function partsIncluded(folders: readonly string[], read: ReadText): ReadonlySet<string> {
  const [seen, parts] = [new Set<string>(), new Set<string>()];
  const open = [...folders];
  for (let path = open.pop(); path !== undefined && seen.size < mostTogether; path = open.pop()) {
    if (seen.has(path) || isOutside(path)) continue;
    seen.add(path);
    for (const entry of entriesOf(path, read) ?? []) {
      const part = posix.join(path, entry);
      if (part === path) continue;
      parts.add(part);
      open.push(part);
    }
  }
  return parts;
}

function isOutside(path: string): boolean {
  return path.startsWith('..') || path.includes('://');
}

/** Returns the entries of a folder with a kustomization; undefined for any other path. */
function entriesOf(path: string, read: ReadText): readonly string[] | undefined {
  const kustomization = kustomizationIn(path, (each) => textAt(each, read) !== undefined);
  const text = kustomization && textAt(kustomization, read);
  return text === undefined ? undefined : listedIn(text);
}

/** Yields the files and folders that entries of a kustomization include. */
function* included(
  folder: string,
  entries: readonly string[],
  read: ReadText,
): Generator<{ readonly path: string; readonly isFolder: boolean }> {
  const seen = new Set<string>();
  const open = entries.map((entry) => posix.join(folder, entry));
  for (let path = open.pop(); path !== undefined && seen.size < mostFiles; path = open.pop()) {
    if (seen.has(path) || isOutside(path)) continue;
    seen.add(path);
    const listed = entriesOf(path, read);
    for (const entry of listed ?? []) open.push(posix.join(path, entry));
    yield { path, isFolder: listed !== undefined };
  }
}

/** Returns the identity by which kustomize knows an object. */
function nameOf({ apiVersion, kind, metadata }: JsonObject): string {
  const { name, namespace } = metadata !== undefined && isObject(metadata) ? metadata : {};
  return JSON.stringify([apiVersion, kind, namespace, name]);
}

/** Returns the text of a file; undefined for folders, links, and what is missing. */
export function textAt(path: string, read: ReadText): string | undefined {
  try {
    return read(path);
  } catch (error) {
    if (error instanceof FileRefused) return undefined;
    throw error;
  }
}
