import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** An object, and where it comes from, for messages. */
export interface Manifest<T> {
  readonly source: string;
  readonly object: T;
}

/** What the documents of a YAML or JSON file hold; null for one that is empty. @throws Error when the file is malformed */
export async function readDocuments(file: string): Promise<unknown[]> {
  return parseAllDocuments(await readFile(file, 'utf8')).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS() as unknown;
  });
}

/**
 * The objects of these kinds in a YAML or JSON file, or in the files of a folder (not of its subfolders).
 * @throws Error when it holds none, or a file is malformed
 */
async function readManifests<T extends { readonly kind?: unknown }>(
  path: string,
  kinds: readonly string[],
): Promise<Manifest<T>[]> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path];
  const found: Manifest<T>[] = [];
  for (const file of files) {
    if (!['.yaml', '.yml', '.json'].includes(extname(file))) continue;
    for (const object of (await readDocuments(file)) as (T | null)[]) {
      if (kinds.includes(object?.kind as string)) found.push({ source: file, object: object! });
    }
  }
  if (found.length === 0) throw new Error(`${path} holds no ${kinds.join(' or ')}`);
  return found;
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
