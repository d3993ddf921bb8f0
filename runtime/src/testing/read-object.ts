import { readDocuments } from './manifests.js';

/**
 * The object of a YAML or JSON file, such as one of `config/samples`; T is taken on trust.
 * @throws Error when the file cannot be read, is malformed, or does not hold exactly one object
 */
export async function readObject<T extends object>(path: string): Promise<T> {
  const objects = (await readDocuments(path)).filter((each) => each !== null);
  const [object] = objects;
  if (objects.length !== 1 || typeof object !== 'object') throw new Error(`${path} does not hold exactly one object`);
  return object as T;
}
