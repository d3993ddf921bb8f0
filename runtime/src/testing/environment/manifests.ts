import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isKustomized, kustomize } from './kustomize.js';

/** An object, and where it comes from, for messages. */
export interface Manifest<T> {
  readonly source: string;
  readonly object: T;
}

/** What the documents of a YAML or JSON file hold; null for one that is empty. @throws Error when the file is malformed */
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
 * The objects of these kinds in a YAML or JSON file, or in a folder: what kustomize makes of it where it has a kustomization,
 * and otherwise those of its files (not of its subfolders).
 * @throws Error when it holds none, or a file is malformed
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

/** The objects of these kinds among what a test gives: paths of files and folders, and objects. @throws as above */
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
