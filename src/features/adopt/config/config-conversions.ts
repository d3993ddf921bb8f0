import { posix } from 'node:path';
import { objectIn, objectsIn, textIn, textsIn } from '../../../base/crd/crd.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { kustomizationNames } from '../../../project/paths.js';
import type { Definition } from '../definitions.js';

/** The names of the definitions that config/ has a conversion webhook for, and the files that say so. */
export type ConfigConversions = ReadonlyMap<string, string>;

/** Returns the definitions whose `conversion` in config/ calls a webhook: in their files, or in patches of kustomizations. */
export function configConversions(
  config: ReadonlyMap<string, string>,
  definitions: readonly Definition[],
): ConfigConversions {
  const found = new Map<string, string>();
  const add = (path: string, objects: readonly JsonObject[]): void => {
    for (const each of objects) if (isConverted(each)) found.set(textIn(objectIn(each, 'metadata'), 'name'), path);
  };
  for (const { path, object, isOwn } of definitions) if (isOwn) add(path, [object]);
  for (const [path, text] of config) {
    if (!kustomizationNames.includes(posix.basename(path))) continue;
    const [kustomization = {}] = objectsOf(text);
    const patches = objectsIn(kustomization, 'patches');
    const listed = [...patches.map((each) => textIn(each, 'path')), ...textsIn(kustomization, 'patchesStrategicMerge')];
    for (const each of listed.filter((one) => one !== '')) {
      const file = posix.join(posix.dirname(path), each);
      add(file, objectsOf(config.get(file)));
    }
    for (const each of patches) add(path, objectsOf(textIn(each, 'patch')));
  }
  return found;
}

function isConverted(object: JsonObject): boolean {
  const isDefinition = textIn(object, 'kind') === 'CustomResourceDefinition';
  return isDefinition && textIn(objectIn(objectIn(object, 'spec'), 'conversion'), 'strategy') === 'Webhook';
}
