import { nameOf, type Item } from './item.js';
import { mapsIn, textAt, valueAt, type JsonMap } from './json.js';
import { partsOf } from './transform.js';

/** The image that scaffolded manifests have in place of the operator's. */
const placeholder = 'controller';

/** Returns an object as its file declares it. */
export function declaredItem(object: JsonMap, file: string): Item {
  const placeholders = mapsIn(valueAt(object, 'spec', 'template', 'spec', 'containers'))
    .filter((each) => partsOf(textAt(each, 'image') ?? '').name === placeholder)
    .map((each) => textAt(each, 'name') ?? '');
  return {
    ...{ object, file, names: [nameOf({ object })] },
    namespaces: [textAt(object, 'metadata', 'namespace') ?? ''],
    ...(placeholders.length > 0 && { placeholders }),
  };
}
