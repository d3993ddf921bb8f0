import type { Item } from './item.js';
import { mapsIn, textAt, valueAt, type JsonMap } from './json.js';
import { partsOf } from './transform.js';

/** The image that scaffolded manifests have in place of the operator's. */
const placeholder = 'controller';

/** Returns the containers of a workload with the placeholder of the operator's image; nothing without them. */
export function placeholdersIn(object: JsonMap): Pick<Item, 'placeholders'> {
  const placeholders = mapsIn(valueAt(object, 'spec', 'template', 'spec', 'containers'))
    .filter((each) => partsOf(textAt(each, 'image') ?? '').name === placeholder)
    .map((each) => textAt(each, 'name') ?? '');
  return placeholders.length > 0 ? { placeholders } : {};
}
