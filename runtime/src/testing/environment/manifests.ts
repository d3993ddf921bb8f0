import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isKustomized, kustomize } from './kustomize.js';

/** Object, and its origin for messages. */
export interface Manifest<T> {
  readonly source: string;
  readonly object: T;
}

/**
 * Returns the content of the documents in a YAML or JSON file; null for an empty one.
 * @throws Error if the file is malformed
 */
export async function readDocuments(file: string): Promise<unknown[]> {
  return documentsOf(file, await readFile(file, 'utf8'));
}

function documentsOf(source: string, text: string): unknown[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw new Error(`${source}: ${document.errors[0].message}`);
    return document.toJS() as unknown;
  });
}

/**
 * Returns the objects of these kinds in a YAML or JSON file, or in a directory: from the output of kustomize if it has
 * a kustomization, and otherwise from its files (not those of its subdirectories).
 * @throws Error if it contains none, or a file is malformed
 */
async function readManifests<T extends { readonly kind?: unknown }>(
  path: string,
  kinds: readonly string[],
): Promise<Manifest<T>[]> {
  const found = (await documentsIn(path)).flatMap(({ source, documents }) =>
    (documents as (T | null)[])
      .filter((object) => kinds.includes(object?.kind as string))
      .map((object) => ({ source, object: object! })),
  );
  if (found.length === 0) throw new Error(`${path} holds no ${kinds.join(' or ')}`);
  return found;
}

async function documentsIn(path: string): Promise<{ readonly source: string; readonly documents: unknown[] }[]> {
  if (!(await stat(path)).isDirectory())
    return isManifest(path) ? [{ source: path, documents: await readDocuments(path) }] : [];
  if (isKustomized(path)) return [{ source: path, documents: documentsOf(path, await kustomize(path)) }];
  const files = (await readdir(path))
    .toSorted()
    .filter(isManifest)
    .map((name) => join(path, name));
  return Promise.all(files.map(async (source) => ({ source, documents: await readDocuments(source) })));
}

function isManifest(path: string): boolean {
  return ['.yaml', '.yml', '.json'].includes(extname(path));
}

/**
 * Returns the objects of these kinds in paths of files and directories, and in objects.
 * @throws Error as `readManifests`
 */
export async function collectManifests<T extends { readonly kind?: unknown }>(
  given: readonly (string | object)[],
  kinds: readonly string[],
): Promise<Manifest<T>[]> {
  const read = given.map(async (each) => {
    if (typeof each === 'string') return readManifests<T>(each, kinds);
    const object = each as T;
    if (!kinds.includes(object.kind as string))
      throw new Error(`expected a ${kinds.join(' or ')}, got ${String(object.kind)}`);
    return [{ source: `the ${String(object.kind)} that was given`, object }];
  });
  return (await Promise.all(read)).flat();
}
