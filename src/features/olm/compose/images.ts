import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { objectsAt, textAt } from '../../../base/model/json-at.js';
import { containersOf } from './deployment.js';
import type { Part } from './parts.js';

const variablePrefix = 'RELATED_IMAGE_';

export interface RelatedImages {
  readonly images: readonly JsonObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the images of the Deployments, which must be identified by digest: otherwise, the image in a mirror can differ. */
export function relatedImages(deployments: readonly Part[]): RelatedImages {
  const diagnostics: Diagnostic[] = [];
  const found = new Map<string, JsonObject>();
  for (const { object, position } of deployments)
    for (const { name, image } of imagesOf(object)) {
      found.set(`${name} ${image}`, { name, image });
      if (!/@sha\d+:[0-9a-f]+$/.test(image))
        diagnostics.push(diagnostic('image-without-digest', { image, name }, position));
    }
  return {
    images: [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each),
    diagnostics,
  };
}

function imagesOf(deployment: JsonObject): readonly { readonly name: string; readonly image: string }[] {
  return containersOf(deployment).flatMap((container) => [
    { name: textAt(container, 'name'), image: textAt(container, 'image') },
    ...objectsAt(container, 'env')
      .map((each) => ({ name: textAt(each, 'name'), image: textAt(each, 'value') }))
      .filter(({ name, image }) => name.startsWith(variablePrefix) && image !== '')
      .map(({ name, image }) => ({
        name: name.slice(variablePrefix.length).toLowerCase().replaceAll('_', '-'),
        image,
      })),
  ]);
}
