import { posix } from 'node:path';
import { objectsAt, textAt, textsAt } from '../../../base/model/json-at.js';
import { isCrd } from '../../../base/model/kubernetes-object.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { kustomizationNames } from '../../../project/paths.js';
import type { Definition } from '../definitions.js';

/** The names of the CRDs with a conversion webhook in config/, and the files that set it. */
export type ConfigConversions = ReadonlyMap<string, string>;

/** Returns the definitions whose `conversion` in config/ calls a webhook: in their files, or in patches of kustomizations. */
export function configConversions(
  config: ReadonlyMap<string, string>,
  definitions: readonly Definition[],
): ConfigConversions {
  const found = new Map<string, string>();
  const add = (path: string, objects: readonly JsonObject[]): void => {
    for (const each of objects) if (isConverted(each)) found.set(textAt(each, 'metadata', 'name'), path);
  };
  for (const { path, object, isOwn } of definitions) if (isOwn) add(path, [object]);
  for (const [path, text] of config) {
    if (!kustomizationNames.includes(posix.basename(path))) continue;
    const [kustomization = {}] = objectsOf(text);
    const patches = objectsAt(kustomization, 'patches');
    const listed = [...patches.map((each) => textAt(each, 'path')), ...textsAt(kustomization, 'patchesStrategicMerge')];
    for (const each of listed.filter((one) => one !== '')) {
      const file = posix.join(posix.dirname(path), each);
      add(file, objectsOf(config.get(file)));
    }
    for (const each of patches) add(path, objectsOf(textAt(each, 'patch')));
  }
  return found;
}

function isConverted(object: JsonObject): boolean {
  return isCrd(object) && textAt(object, 'spec', 'conversion', 'strategy') === 'Webhook';
}
