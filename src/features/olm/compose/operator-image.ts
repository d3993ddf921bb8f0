import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { textAt } from '../../../base/model/json-at.js';
import { containerPaths, containersOf } from './deployment.js';
import { isDeployment, withItems, withValue, type Part } from './parts.js';

/** The image of the scaffolded Deployment, which is in no registry. */
export const placeholderImage = 'controller:latest';

/** Returns the parts, with an image in the containers that have the placeholder. */
export function withImage(parts: readonly Part[], image: string): readonly Part[] {
  return parts.map((part) => {
    if (!isDeployment(part)) return part;
    const object = containerPaths.reduce(
      (changed, path) =>
        withItems(changed, path, (container) =>
          textAt(container, 'image') === placeholderImage ? withValue(container, ['image'], image) : container,
        ),
      part.object,
    );
    return { ...part, object };
  });
}

/** Reports whether a container has an image. */
export function hasImage(parts: readonly Part[], image: string): boolean {
  return parts.filter(isDeployment).some((part) => imagesIn(part).includes(image));
}

/** Returns a warning for each Deployment that still contains the placeholder. */
export function placeholderProblems(deployments: readonly Part[]): readonly Diagnostic[] {
  return deployments
    .filter((part) => imagesIn(part).includes(placeholderImage))
    .map(({ position }) => diagnostic('placeholder-image', { image: placeholderImage }, position));
}

function imagesIn({ object }: Part): readonly string[] {
  return containersOf(object).map((container) => textAt(container, 'image'));
}
