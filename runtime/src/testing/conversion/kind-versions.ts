import { groupKindOf } from '../../api/names.js';
import type { Converter } from '../../webhook/converter.js';
import type { CRDSource } from '../environment/crds.js';
import { readDefinitions } from '../values/definitions.js';
import type { KindVersion } from '../values/make-object.js';

/**
 * Returns the versions of a converter by name, as defined in the CustomResourceDefinition of its kind.
 * @throws Error if the kind has no definition, or the converter and the definition have different versions
 */
export async function kindVersions(
  { group, kind, hub, spokes }: Converter,
  source: CRDSource,
): Promise<ReadonlyMap<string, KindVersion>> {
  const found = await readDefinitions([source]);
  const name = groupKindOf({ group, kind });
  const definition = found.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  if (definition === undefined) throw new Error(`there is no CustomResourceDefinition of ${name}`);
  const { scope, versions } = definition.spec;
  const known = [hub, ...spokes];
  const missing = versions.find((each) => each.served && !known.includes(each.name))?.name;
  if (missing !== undefined) {
    throw new Error(`${name} is served in ${missing}, and has no converter for it: add one to hubSpokeConverter()`);
  }
  return new Map(
    known.map((version) => {
      const schema = versions.find((each) => each.name === version)?.schema.openAPIV3Schema;
      if (schema === undefined) {
        throw new Error(`the CustomResourceDefinition of ${name} has no ${version}: run operator-gen manifests`);
      }
      return [version, { group, version, kind, scope, schema }];
    }),
  );
}
