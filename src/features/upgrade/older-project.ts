import { knownReleases } from '../../scaffold/change/releases/known-releases.js';
import { upgradeProject } from './plan-upgrade.js';
import { diagnostic } from './reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Environment } from '../../output/operation/outcome.js';
import { planLateCode } from './code-of-earlier-releases.js';
import { unresolvedIn } from '../../scaffold/change/edited-code/conflict-markers.js';
import { layoutOf } from '../../project/layout/layout.js';
import type { Release } from '../../project/layout/releases.js';
import { stateFile } from '../../output/plan/leftovers.js';
import { findProject, type FoundProject } from '../../project/find-project.js';
import { cliVersionOf } from '../../project/cli-version.js';

/**
 * Returns a warning if `upgrade` would change a project, and errors for conflict markers of an earlier upgrade.
 * Releases that are not in the archive are ignored.
 */
export async function olderProject(environment: Environment): Promise<readonly Diagnostic[]> {
  const found = findProject(environment.host, environment.cwd);
  const { version, position } = cliVersionOf(found);
  let known: { readonly from: string; readonly own: string } | undefined;
  try {
    const releases = knownReleases(environment);
    const own = releases.at(-1)!.version;
    const from = releases.find((each) => each.version === version)?.version;
    if (from === undefined) return [];
    const unresolved = unresolvedIn(environment.host, found.root, layoutOf(found.project).keys());
    if (unresolved.length > 0) return unresolved;
    if (from === own) return lateCode(environment, found, releases, own);
    known = { from, own };
    const { plan } = await upgradeProject(environment, found, { releases, from, to: own, conflicts: 'orig' });
    const files = plan.files.filter(({ action }) => action !== 'unchanged').length;
    return [diagnostic('project-older', { version: from, own, files }, position)];
  } catch (error) {
    // An upgrade reports its own problems.
    if (!(error instanceof DiagnosticsError)) throw error;
    if (known === undefined) return [];
    return [diagnostic('project-older', { version: known.from, own: known.own, files: undefined }, position)];
  }
}

/** Returns a warning for each file with code of an earlier release that a merged branch has added. */
function lateCode(
  environment: Environment,
  found: FoundProject,
  releases: readonly Release[],
  release: string,
): readonly Diagnostic[] {
  return planLateCode(environment, found, releases, release).plan.files.flatMap(({ path, action, before, after }) => {
    if (action !== 'update' || path === stateFile || before === undefined) return [];
    const old = before.split(/\r?\n/);
    const now = (after ?? '').split(/\r?\n/);
    const line = old.findIndex((text, index) => text !== now[index]) + 1;
    const text = (now[line - 1] ?? '').trim();
    return [
      { ...diagnostic('code-of-older-release', { path, release }, { file: path, line, column: 1 }), lines: [text] },
    ];
  });
}
