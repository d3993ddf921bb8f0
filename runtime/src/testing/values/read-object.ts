import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CRDSource } from '../environment/crds.js';
import { readDefinitions, type Definition } from './definitions.js';
import { readDocuments } from '../environment/manifests.js';
import { withDefaults } from './defaults.js';
import type { JsonValue } from './schema.js';

/** Options of `readObject`. */
export interface ReadObjectOptions {
  /**
   * CustomResourceDefinitions whose defaults the object gets: files, directories or objects. Defaults to those in
   * `config/crd/bases` of the project that contains the file; none if that directory does not exist.
   */
  readonly crds?: readonly CRDSource[];
}

/**
 * Returns the object in a YAML or JSON file, such as one of `config/samples`, with the defaults of its
 * CustomResourceDefinition, as the API server would send it to a webhook; neither T nor the name is checked. An object
 * of a kind without a definition is returned unchanged.
 * @throws Error if the file cannot be read, is malformed, or does not contain exactly one object, or if the definition
 * of its kind lacks its version
 */
export async function readObject<T extends object>(
  path: string,
  { crds }: ReadObjectOptions = {},
): Promise<T & { metadata: { name: string } }> {
  const objects = (await readDocuments(path)).filter((each) => each !== null);
  const [object] = objects;
  if (objects.length !== 1 || typeof object !== 'object') throw new Error(`${path} does not hold exactly one object`);
  const definitions = await readDefinitions(crds ?? crdsAround(path));
  return defaulted(path, object as JsonValue, definitions) as unknown as T & { metadata: { name: string } };
}

/** Returns the directory with the generated CRDs of the project that contains a file. */
function crdsAround(path: string): readonly string[] {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const crds = join(folder, 'config/crd/bases');
    if (existsSync(crds)) return [crds];
    if (folder === dirname(folder)) return [];
  }
}

function defaulted(path: string, object: JsonValue, definitions: readonly Definition[]): JsonValue {
  const { apiVersion, kind } = object as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const [group, version] = String(apiVersion).split('/');
  const definition = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  if (definition === undefined) return object;
  const schema = definition.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
  if (schema === undefined) {
    throw new Error(
      `${path}: the CustomResourceDefinition of ${String(kind)} has no ${version}: run operator-gen manifests`,
    );
  }
  return withDefaults(schema, object);
}
