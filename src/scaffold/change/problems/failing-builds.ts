import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { builtRoots } from '../../../output/kustomize/other-deployments.js';
import type { Host } from '../../../base/io/host.js';
import { kustomize } from '../../../output/kustomize/kustomize.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { kustomizationIn, kustomizations } from '../../../project/paths.js';
import type { OwnManifest } from '../kustomizations/user-manifests.js';
import { readableIn } from '../../../project/readable.js';
import type { PlannedChange } from '../planned-change.js';
import { projectTexts } from '../files/project-texts.js';

/** Reports whether a problem already explains why a kustomization cannot be built. */
function saysWhy({ code, message }: Diagnostic): boolean {
  const isRefused = code === 'unmatched-patch' && message.startsWith('kustomize refuses');
  return isRefused || ['dangling-kustomization-entry', 'invalid-kustomization', 'patch-without-place'].includes(code);
}

/**
 * Reports kustomizations in `config/` that kustomize can build now, but not after a plan is applied, for example
 * because a change cannot be merged into a kustomization that its user has edited.
 * @param own the manifests of the user, without them, all builds succeed
 * @param reported the other problems, which may already report this
 */
export async function newlyFailing(
  { before, after, root }: PlannedChange,
  helper: Environment['helper'],
  { own, reported }: { readonly own: readonly OwnManifest[]; readonly reported: readonly Diagnostic[] },
): Promise<readonly Diagnostic[]> {
  if (helper?.identity === undefined || reported.some(saysWhy)) return [];
  if (!own.some(({ path }) => path.startsWith('config/'))) return [];
  const refusalOf = async (host: Host, folder: string): Promise<string | undefined> => {
    const built = await kustomize(helper, { host, root, planned: new Map() }, { folder });
    return 'reason' in built ? built.reason : undefined;
  };
  const read = readableIn(after.host, root);
  const problemsOf = async (folder: string): Promise<readonly Diagnostic[]> => {
    const reason = await refusalOf(after.host, folder);
    if (reason === undefined || (await refusalOf(before.host, folder)) !== undefined) return [];
    const file = kustomizationIn(folder, (path) => read(path) !== undefined) ?? folder;
    return [diagnostic('kustomization-failed', { file, reason }, { file, line: 1, column: 1 })];
  };
  const usual = posix.dirname(kustomizations.default);
  const inUsual = await problemsOf(usual);
  // Most of the others include it, and fail for the same reason.
  if (inUsual.length > 0) return inUsual;
  const roots = builtRoots([...projectTexts(after.host, root, 'config')], read).filter(
    ({ folder }) => folder !== usual,
  );
  return (await Promise.all(roots.map(async ({ folder }) => problemsOf(folder)))).flat();
}
