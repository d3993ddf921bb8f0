import { hasImage, placeholderImage, withImage } from '../../compose/operator-image.js';
import type { Part } from '../../compose/parts.js';
import { imageProblem } from '../../image-reference.js';
import { invalid } from './checked-options.js';

/**
 * Returns the objects of a bundle with the image of the operator in place of the placeholder, as `make deploy` has it.
 * @throws UsageError for an image that OLM would refuse, and if no container would have it
 */
export function checkedImage(parts: readonly Part[], image: string): readonly Part[] {
  const reason = imageProblem(image);
  if (reason !== undefined) throw invalid('--image', image, reason);
  // Without either, what is installed would change with the registry.
  if (!/[:@]/.test(image.slice(image.lastIndexOf('/') + 1)))
    throw invalid('--image', image, `it has neither a tag nor a digest, such as ${image}:v1`);
  const placed = withImage(parts, image);
  if (!hasImage(placed, image))
    throw invalid('--image', image, `no Deployment has the image ${placeholderImage} to replace with it`);
  return placed;
}
