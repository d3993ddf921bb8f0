import type { CRDSource } from '../environment/crds.js';
import { collectManifests } from '../environment/manifests.js';
import type { Schema } from './schema.js';

/** Fields of a CustomResourceDefinition that describe its kind and its schemas. */
export interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

/**
 * Reads the CustomResourceDefinitions in files, directories or objects.
 * @throws Error if a path contains none, or a file is malformed
 */
export async function readDefinitions(sources: readonly CRDSource[]): Promise<readonly Definition[]> {
  const found = await collectManifests<Definition>(sources, ['CustomResourceDefinition']);
  return found.map(({ object }) => object);
}
