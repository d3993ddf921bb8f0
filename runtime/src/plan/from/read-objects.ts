import { readText } from '../../configuration/read-file.js';
import { messageOf } from '../../errors/causes.js';
import { ConfigError } from '../../errors/config-error.js';
import { isJsonObject } from '../../json/json-object.js';
import type { Json } from '../planned-object.js';

/** Object of a file, and where it is in it, for messages: `objects.yaml, document 2, item 3 (Foo default/a)`. */
export interface FileObject {
  readonly place: string;
  readonly object: Json;
}

const mostBytes = 256 * 1024 * 1024;

/**
 * Reads the objects of a YAML or JSON file: documents, and the items of lists such as those of `kubectl get -o yaml`.
 * @throws ConfigError if the file cannot be read, is malformed, or has something else
 */
export async function readObjects(path: string): Promise<readonly FileObject[]> {
  const text = await readText(path, mostBytes).catch((error: unknown) => {
    throw new ConfigError(`--from: the file cannot be read: ${messageOf(error)}`, { cause: error });
  });
  return objectsIn(path, text);
}

/** Returns the objects in the text of a file. @throws ConfigError as `readObjects` */
export async function objectsIn(path: string, text: string): Promise<readonly FileObject[]> {
  const { parseAllDocuments } = await import('yaml');
  // Not YAML 1.1, in which the key `.` of managed fields is a number.
  const documents = parseAllDocuments(text, { logLevel: 'error' });
  const objects = [...documents].flatMap((document, index) => {
    const place = `${path}, document ${index + 1}`;
    const [error] = document.errors;
    if (error !== undefined) throw new ConfigError(`--from: ${place}: ${error.message}`);
    return itemsOf(place, (document.toJS() as unknown) ?? null);
  });
  if (objects.length === 0) throw new ConfigError(`--from: ${path} contains no objects`);
  return objects;
}

function itemsOf(place: string, value: unknown): readonly FileObject[] {
  if (value === null) return [];
  if (!isJsonObject(value)) throw new ConfigError(`--from: ${place} is not an object with apiVersion and kind`);
  const { apiVersion, kind, items } = value;
  const isText = typeof apiVersion === 'string' && typeof kind === 'string';
  if (isText && kind.endsWith('List') && Array.isArray(items)) {
    const typed = { apiVersion, kind: kind.slice(0, -'List'.length) };
    return items.flatMap((item, index) =>
      itemsOf(`${place}, item ${index + 1}`, isJsonObject(item) && kind !== 'List' ? { ...typed, ...item } : item),
    );
  }
  const { name, namespace } = isJsonObject(value['metadata']) ? value['metadata'] : {};
  if (!isText || typeof name !== 'string' || name === '')
    throw new ConfigError(`--from: ${place} is not an object with apiVersion, kind and metadata.name`);
  const key = `${typeof namespace === 'string' ? `${namespace}/` : ''}${name}`;
  return [{ place: `${place} (${kind} ${key})`, object: value as Json }];
}
