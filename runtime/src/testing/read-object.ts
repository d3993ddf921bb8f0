import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';

/**
 * The object of a YAML or JSON file, such as one of `config/samples`; T is taken on trust.
 * @throws Error when the file cannot be read, is malformed, or does not hold exactly one object
 */
export async function readObject<T extends object>(path: string): Promise<T> {
  const documents = parseAllDocuments(await readFile(path, 'utf8'));
  const problem = documents.flatMap(({ errors }) => errors)[0];
  if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
  const objects = documents.map((each) => each.toJS() as unknown).filter((each) => each !== null);
  const [object] = objects;
  if (objects.length !== 1 || typeof object !== 'object') throw new Error(`${path} does not hold exactly one object`);
  return object as T;
}
