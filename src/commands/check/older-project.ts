import { knownReleases } from '../../change/known-releases.js';
import { upgradeProject } from '../../change/upgrade.js';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Environment } from '../../plan/outcome.js';
import { findProject } from '../../project/find-project.js';
import { cliVersionOf } from '../../project/cli-version.js';

/** Returns a warning if `upgrade` would change a project. A release that is not in the archive is not judged. */
export async function olderProject(environment: Environment): Promise<readonly Diagnostic[]> {
  const found = findProject(environment.host, environment.cwd);
  const { version, position } = cliVersionOf(found);
  let known: { readonly from: string; readonly own: string } | undefined;
  try {
    const releases = knownReleases(environment);
    const own = releases.at(-1)!.version;
    const from = releases.find((each) => each.version === version)?.version;
    if (from === undefined || from === own) return [];
    known = { from, own };
    const { plan } = await upgradeProject(environment, found, { releases, from, to: own, conflicts: 'orig' });
    const files = plan.files.filter(({ action }) => action !== 'unchanged').length;
    return [diagnostic('project-older', { version: from, own, files }, position)];
  } catch (error) {
    // The problems of an upgrade are reported when it runs.
    if (!(error instanceof DiagnosticsError)) throw error;
    if (known === undefined) return [];
    return [diagnostic('project-older', { version: known.from, own: known.own, files: undefined }, position)];
  }
}
