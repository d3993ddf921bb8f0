import type { Helper } from '../../base/helper/helper.js';
import { buildKustomization, type Built } from '../../output/kustomize/build.js';
import { kustomize, textOf, type ProjectFiles } from '../../output/kustomize/kustomize.js';

/**
 * Returns the objects that a kustomization deploys, as kustomize builds it. If there is no helper, or kustomize rejects
 * it, returns the objects that can be read without.
 * @param helper the helper with the code of kustomize
 */
export async function deployedObjects(helper: Helper | undefined, files: ProjectFiles, folder: string): Promise<Built> {
  const exact = helper?.identity === undefined ? undefined : await kustomize(helper, files, { folder });
  if (exact !== undefined && !('reason' in exact)) return { objects: exact, isWhole: true };
  const read = buildKustomization(folder, (path) => textOf(files, path));
  return { objects: read.objects, isWhole: read.isWhole && exact === undefined };
}
