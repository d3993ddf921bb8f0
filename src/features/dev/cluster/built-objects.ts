import { posix } from 'node:path';
import type { Helper } from '../../../base/helper/helper.js';
import type { Host } from '../../../base/io/host.js';
import { buildKustomization, type BuiltObject } from '../../../output/kustomize/build.js';
import { kustomize, textOf, type ProjectFiles } from '../../../output/kustomize/kustomize.js';
import { kustomizationIn } from '../../../project/paths.js';
import { refuse } from '../reporting.js';

/** Returns the objects of a kustomization of the project; none if there is no such folder. @throws DiagnosticsError */
export async function builtObjects(
  helper: Helper | undefined,
  host: Host,
  root: string,
  folder: string,
): Promise<readonly BuiltObject[]> {
  if (kustomizationIn(folder, (path) => host.kind(posix.join(root, path)) === 'file') === undefined) return [];
  const files: ProjectFiles = { host, root, planned: new Map() };
  if (helper?.identity === undefined) {
    // Without the code of kustomize, only what is read as a whole can be applied.
    const { objects, isWhole } = buildKustomization(folder, (path) => textOf(files, path));
    if (isWhole) return objects;
  }
  const built = await kustomize(helper, files, { folder });
  return 'cause' in built ? refuse('objects-not-built', { ...built.cause, from: folder }) : built;
}
