import { nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Item } from './item.js';
import { mapsIn, textAt, valueAt, type JsonMap } from './json.js';
import { partsOf } from './transform.js';

/** The image in scaffolded manifests that stands for the operator's image. */
const placeholder = 'controller';

/** Returns an object as its file declares it. */
export function declaredItem(object: JsonMap, file: string): Item {
  return {
    ...{ object, file, names: [nameOf(object)] },
    namespaces: [textAt(object, 'metadata', 'namespace') ?? ''],
    ...placeholdersOf(object),
  };
}

/** Returns the names of the containers with the placeholder, if there are any. */
export function placeholdersOf(object: JsonMap): Pick<Item, 'placeholders'> {
  const placeholders = mapsIn(valueAt(object, 'spec', 'template', 'spec', 'containers'))
    .filter(isPlaceholder)
    .map((each) => textAt(each, 'name') ?? '');
  return placeholders.length > 0 ? { placeholders } : {};
}

/** Reports whether a container has the placeholder of the operator's image. */
export function isPlaceholder(container: JsonObject): boolean {
  const { image } = container;
  return typeof image === 'string' && partsOf(image).name === placeholder;
}
